/** What a listener gets of a WAV file of eight bits by the μ-law: its length, its peak of 32,767, and which part of it is audible. */
export function heard(file: Uint8Array) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const rate = view.getUint32(24, true);
  const samples = Array.from(file.subarray(58), (byte) => {
    const code = ~byte & 0xff;
    return (((code & 0x0f) * 8 + 132) << ((code >> 4) & 7)) - 132;
  });
  const audible = samples.filter((sample) => sample > 500).length / samples.length;
  return {
    format: view.getUint16(20, true),
    seconds: samples.length / rate,
    peak: samples.reduce((a, b) => Math.max(a, b), 0),
    audible,
  };
}
