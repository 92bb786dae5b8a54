import { ownSounds } from '../widget-choices.ts';
import { writeWav } from './wav.ts';

const rate = 44_100;
const fadeSeconds = 0.15;

/** This browser cannot decode the file. */
export class UnreadableSound extends Error {}

/**
 * Converts any file that this browser can decode to what the server accepts: one channel of 44.1 kHz, at most 8 seconds, the end of
 * a longer one faded out. Throws `UnreadableSound`.
 */
export async function soundOfFile(file: Blob): Promise<Blob> {
  const bytes = await file.arrayBuffer();
  const decoded = await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes).catch(() => {
    throw new UnreadableSound();
  });
  const seconds = Math.min(decoded.duration, ownSounds.seconds);
  const length = Math.floor(seconds * rate);
  if (length === 0) throw new UnreadableSound();
  const context = new OfflineAudioContext(1, length, rate);
  const gain = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' });
  if (decoded.duration > ownSounds.seconds) {
    gain.gain.setValueAtTime(1, seconds - fadeSeconds);
    gain.gain.linearRampToValueAtTime(0, seconds);
  }
  const source = new AudioBufferSourceNode(context, { buffer: decoded });
  source.connect(gain).connect(context.destination);
  source.start();
  const made = (await context.startRendering()).getChannelData(0);
  const samples = Int16Array.from(made, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
  return new Blob([writeWav({ rate, samples })], { type: 'audio/wav' });
}
