import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backoff, Connection, liveAddress, type Listener } from "../src/live/connection";
import { Credits } from "../src/live/credits";

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  binaryType: BinaryType = "blob";
  sent: string[] = [];
  onopen: ((event: Event) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.({} as CloseEvent);
  }

  accept(): void {
    this.readyState = 1;
    this.onopen?.({} as Event);
  }

  get credits(): number[] {
    return this.sent
      .map((text) => JSON.parse(text))
      .flatMap((said) => (said.type === "credit" ? [said.frames] : []));
  }
}

function emptyFrame(): ArrayBuffer {
  const text = '{"revision":1,"frame":0,"step":0,"time":0,"live":true,"arrays":[]}  '.slice(0, 68);
  const data = new Uint8Array(8 + text.length);
  data.set(new TextEncoder().encode("PLF1"));
  new DataView(data.buffer).setUint32(4, text.length, true);
  data.set(new TextEncoder().encode(text), 8);
  return data.buffer;
}

describe("the connection", () => {
  const states: [string, number][] = [];
  const listener: Listener = {
    message: vi.fn(),
    frame: vi.fn(),
    state: (state, failures) => states.push([state, failures]),
  };
  const connection = (): Connection => new Connection("ws://x/live", listener, (at) => new FakeSocket(at));

  beforeEach(() => {
    vi.useFakeTimers();
    FakeSocket.all = [];
    states.length = 0;
    vi.mocked(listener.frame).mockClear();
  });
  afterEach(() => vi.useRealTimers());

  it("gives two credits at first and one back for each frame that was drawn", () => {
    const line = connection();
    line.open();
    const [socket] = FakeSocket.all;
    socket.accept();
    expect(socket.credits).toEqual([2]);
    socket.onmessage?.({ data: emptyFrame() } as MessageEvent);
    expect(socket.credits).toEqual([2]);
    line.drawn();
    expect(socket.credits).toEqual([2, 1]);
    line.drawn();
    expect(socket.credits).toEqual([2, 1]);
    expect(listener.frame).toHaveBeenCalledOnce();
  });

  it("comes back with longer and longer pauses, and starts with fresh credits", () => {
    const line = connection();
    line.open();
    FakeSocket.all[0].accept();
    FakeSocket.all[0].close();
    expect(states.at(-1)).toEqual(["lost", 1]);
    expect(line.send({ type: "play" })).toBe(false);
    vi.advanceTimersByTime(backoff(1));
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.all[1].close();
    vi.advanceTimersByTime(backoff(2) - 1);
    expect(FakeSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(1);
    FakeSocket.all[2].accept();
    expect(FakeSocket.all[2].credits).toEqual([2]);
    expect(states.at(-1)).toEqual(["open", 0]);
  });

  it("is given up when nothing is heard although nobody closed it", () => {
    const line = connection();
    line.open();
    const [socket] = FakeSocket.all;
    socket.accept();
    for (let k = 0; k < 10; k++) {
      vi.advanceTimersByTime(2000);
      socket.onmessage?.({ data: '{"type":"beat"}' } as MessageEvent);
    }
    expect(states.at(-1)).toEqual(["open", 0]);
    vi.advanceTimersByTime(9000);
    expect(states.at(-1)).toEqual(["lost", 1]);
    expect(socket.readyState).toBe(3);
    FakeSocket.all[1].accept();
    socket.onmessage?.({ data: emptyFrame() } as MessageEvent); // what it still says is not heard
    expect(listener.frame).not.toHaveBeenCalled();
    expect(states.at(-1)).toEqual(["open", 0]);
  });

  it("never waits longer than some seconds", () => {
    expect(backoff(1)).toBeLessThan(backoff(2));
    expect(backoff(50)).toBe(backoff(100));
  });

  it("takes the token of the page along, and nothing else", () => {
    expect(liveAddress("http://127.0.0.1:8000/?token=a%2Bb&quality=low#view")).toBe(
      "ws://127.0.0.1:8000/live?token=a%2Bb",
    );
    expect(liveAddress("https://127.0.0.1/")).toBe("wss://127.0.0.1/live");
  });
});

describe("credits", () => {
  it("never grant more than a message may", () => {
    const granted: number[] = [];
    const credits = new Credits((frames) => granted.push(frames));
    for (let k = 0; k < 20; k++) credits.arrived();
    credits.drawn();
    expect(granted).toEqual([16, 4]);
  });
});
