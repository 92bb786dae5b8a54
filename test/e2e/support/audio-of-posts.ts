import type { Locator, Page } from '@playwright/test';
import { silentMp3 } from '#test/support/audio/audio-files.ts';

export const track = { name: 'track.mp3', mimeType: 'audio/mpeg', buffer: silentMp3(12) };
export const long = { ...track, buffer: silentMp3(60) };
/** What is no audio, whatever its name says. */
export const letter = { ...track, name: 'letter.mp3', buffer: Buffer.from('<p>Письмо</p>'.repeat(50)) };

/** Where the form of a post takes its audio. */
export const chooser = (page: Page) => page.locator('input[type=file][aria-label="Аудиофайл"]');

export const secondOf = (player: Locator) => player.evaluate((audio: HTMLAudioElement) => audio.currentTime);

export const play = (player: Locator) => player.evaluate((audio: HTMLAudioElement) => audio.play());
