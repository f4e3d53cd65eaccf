/** The line to the server: it comes back by itself after it was lost. */

import type { FromPage, ToPage } from "../messages";
import { Credits } from "./credits";
import { decodeFrame, type Frame } from "./frame";

export type ConnectionState = "connecting" | "open" | "lost";

export interface Listener {
  message(message: ToPage): void;
  frame(frame: Frame): void;
  state(state: ConnectionState, failures: number): void;
}

type Socket = Pick<WebSocket, "send" | "close" | "readyState" | "binaryType"> & {
  onopen: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
};

const OPEN = 1;
const FIRST_WAIT = 400; // ms
const LONGEST_WAIT = 8000;
const LOOK = 2000; // ms between two looks at whether anything was heard
const SILENCES = 4; // such looks in a row after which the line is given up: the server says something every 2 s

/** The pause before the n-th attempt [ms]: doubled each time, up to a limit. */
export function backoff(failures: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.max(0, failures - 1));
}

/** The address of the socket beside the page at `href`; the token goes along if the page has one. */
export function liveAddress(href: string): string {
  const page = new URL(href);
  const live = new URL("live", page);
  live.protocol = page.protocol === "https:" ? "wss:" : "ws:";
  const token = page.searchParams.get("token");
  live.search = token === null ? "" : new URLSearchParams({ token }).toString();
  live.hash = "";
  return live.href;
}

export class Connection {
  private socket: Socket | null = null;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;
  private silences = 0;
  private readonly credits = new Credits((frames) => this.send({ type: "credit", frames }));

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
    private readonly connect: (address: string) => Socket = (at) => new WebSocket(at),
  ) {}

  open(): void {
    clearTimeout(this.timer);
    this.listener.state(this.failures === 0 ? "connecting" : "lost", this.failures);
    const socket = this.connect(this.address);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.failures = 0;
      this.listener.state("open", 0);
      this.credits.start();
    };
    socket.onmessage = ({ data }) => {
      if (this.socket === socket) this.receive(data as string | ArrayBuffer);
    };
    socket.onclose = () => this.lose(socket);
    this.silences = 0;
    // Looks are counted, not seconds: a page that was asleep itself has not looked.
    this.watch = setInterval(() => {
      this.silences += 1;
      if (this.silences >= SILENCES) this.lose(socket);
    }, LOOK);
  }

  /** It was closed, or it is as good as closed: such a one may take minutes to say so. */
  private lose(socket: Socket): void {
    if (this.socket !== socket) return;
    clearInterval(this.watch);
    this.socket = null;
    socket.close();
    this.failures += 1;
    this.listener.state("lost", this.failures);
    this.timer = setTimeout(() => this.open(), backoff(this.failures));
  }

  /** Says something; false if nobody listens. */
  send(message: FromPage): boolean {
    if (this.socket?.readyState !== OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** What arrived so far is on the screen, so there is room for more. */
  drawn(): void {
    this.credits.drawn();
  }

  private receive(data: string | ArrayBuffer): void {
    this.silences = 0;
    if (typeof data === "string") {
      this.listener.message(JSON.parse(data) as ToPage);
      return;
    }
    this.credits.arrived();
    this.listener.frame(decodeFrame(data));
  }
}
