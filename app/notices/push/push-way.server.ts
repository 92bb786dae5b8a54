import type { Config } from '#base/config/config.server.ts';
import type { Database } from '#base/db/db.server.ts';
import type { NoticeWay } from '../outbox/notice-run.server.ts';
import { claimBrowsers, type DueBrowser, holdSecondsOf } from '../outbox/notice-store.server.ts';
import { createPushKeys, type PushKeys } from './push-keys.server.ts';
import { pushPayload } from './push-payload.server.ts';
import { createPushSender, longestPush } from './push-sender.server.ts';

export interface PushOptions {
  readonly db: Database;
  readonly config: Pick<Config, 'JWT_SECRET' | 'PUSH_PRIVATE_KEY' | 'PUSH_CONTACT' | 'publicUrl' | 'isProduction'>;
}

/** Notices to browsers. */
export interface Push {
  /** Outside production push services may be on inner networks. */
  readonly isOpen: boolean;
  readonly way: NoticeWay<DueBrowser>;
  keys(): Promise<PushKeys>;
}

/** A browser whose address does not answer is asked rarely in the end: others of the same service may well be reached. */
const retryPauses = [5, 15, 60, 300, 1_800] as const;

/** Push services take a mail address or an https site. */
const contactOf = ({ PUSH_CONTACT: contact, publicUrl }: PushOptions['config']) =>
  contact ?? (publicUrl.startsWith('https:') ? publicUrl : 'mailto:operator@opora.invalid');

/** Creates it. */
export function createPush({ db, config }: PushOptions): Push {
  const isOpen = !config.isProduction;
  const keys = createPushKeys({ db, secrets: config.JWT_SECRET, given: config.PUSH_PRIVATE_KEY });
  const send = createPushSender({ keys, contact: contactOf(config), isOpen });
  return {
    isOpen,
    keys,
    way: {
      longestSend: longestPush,
      botId: null,
      retryPauses,
      claim: (most) => claimBrowsers(db, most),
      send: (due, { id, fact, text, isMuted }) =>
        send(due, { payload: pushPayload(id, fact, { text, isMuted }), holdSeconds: holdSecondsOf(fact.kind) }),
    },
  };
}
