import { writeWav } from './wav.ts';
import { ownSounds } from './widget-choices.ts';

const rate = 44_100;
const fadeSeconds = 0.15;

/** The file is no sound that this browser can play. */
export class UnreadableSound extends Error {}

/**
 * Makes of any file that this browser can play what the server takes: one channel of 44.1 kHz, 8 seconds at most, the end of
 * a longer one let out softly. Throws `UnreadableSound`.
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
