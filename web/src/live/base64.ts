/** Arrays inside messages: base64 of little-endian numbers, which is what browsers run on. */

function bytes(text: string): ArrayBuffer {
  const binary = atob(text);
  const out = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) out[i] = binary.charCodeAt(i);
  return out.buffer;
}

export const float32 = (text: string): Float32Array<ArrayBuffer> => new Float32Array(bytes(text));
/** The other way round. */
export function base64(values: Float32Array): string {
  const out = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  let text = "";
  for (const byte of out) text += String.fromCharCode(byte);
  return btoa(text);
}

export const uint32 = (text: string): Uint32Array<ArrayBuffer> => new Uint32Array(bytes(text));
