import type { Logger } from 'pino';
import type { ImageFiles } from '#app/images/image-files.server.ts';
import type { Clock } from '../../clock.server.ts';
import type { AudioAddresses } from './audio-addresses.server.ts';
import type { AudioReader } from './audio-content.server.ts';
import type { Listeners } from './listeners.server.ts';

/** What the audio of posts needs. */
export interface AudioDeps {
  readonly clock: Clock;
  /** Where it stands, beside the pictures. */
  readonly files: Pick<ImageFiles, 'take' | 'write' | 'readPart' | 'removeFolder'>;
  /** Where a file stands that is still coming. */
  readonly incoming: string;
  readonly reader: AudioReader;
  readonly addresses: AudioAddresses;
  readonly listeners: Listeners;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}
