import type { ShownAlert, ShownSettings } from '../widget-shapes.ts';
import type { AlertLook } from './alert-look.ts';
import type { PublicLook } from './alert-settings-shape.ts';

/** What the notification page shows at the moment. */
export interface Scene {
  readonly alert: ShownAlert;
  readonly settings: Pick<PublicLook, 'currency' | 'creator'> & {
    readonly alert: Pick<ShownSettings['alert'], 'isCalm' | 'place'>;
  };
  readonly look: AlertLook;
  /** It was already on the screen before a reload. */
  readonly isResumed: boolean;
  readonly isLeaving: boolean;
}
