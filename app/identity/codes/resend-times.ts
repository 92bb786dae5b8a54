import type { BrowserStorage } from '#base/text/browser-storage.ts';

/** Codes that share one timer: `phone` for login and password reset, `admin` for the admin area. */
export type CodeKind = 'phone' | 'admin';

/** A sent message whose sender reports its delivery. */
export interface SentMessage {
  readonly id: string;
  readonly channel: 'sms' | 'telegram';
}

/** The answer of a call that sends a code. */
export interface SentCode {
  readonly resendIn: number;
  readonly message?: SentMessage | undefined;
}

/** The times from which the next code may be requested, by phone. Stored in the tab, so that the countdown survives a reload. */
export interface ResendTimes {
  /** Milliseconds since 1970; 0 if a code may be requested now. */
  until(kind: CodeKind, phone: string): number;
  /** Records that a code was sent. */
  note(kind: CodeKind, phone: string, sent: SentCode): void;
  /** The last message to a phone; null if nothing is known of it but that it was an SMS. */
  messageOf(kind: CodeKind, phone: string): SentMessage | null;
  /** Records that the next code may follow in `seconds`. */
  wait(kind: CodeKind, phone: string, seconds: number): void;
  /** Whether the last code is recent and unused, so that another request would be refused. */
  isAwaited(kind: CodeKind, phone: string): boolean;
  /** Records that the last code was used or has expired. */
  spend(kind: CodeKind, phone: string): void;
}

const keyOf = (kind: CodeKind, phone: string) => `code ${kind} ${phone.replace(/\D/g, '')}`;
const messageKeyOf = (kind: CodeKind, phone: string) => `message of ${keyOf(kind, phone)}`;

/** `storage`: session storage. */
export function createResendTimes(
  storage: Pick<BrowserStorage, 'getItem' | 'setItem'>,
  now: () => number = Date.now,
): ResendTimes {
  const stored = (key: string) => storage.getItem(key) ?? '';

  function read(key: string): { readonly until: number; readonly isSpent: boolean } {
    const [time = '', spent] = stored(key).split(' ');
    const until = Number(time);
    // A clock that was set back must not disable the button for days.
    const isNear = until > now() && until < now() + 86_400_000;
    return { until: isNear ? until : 0, isSpent: spent !== undefined };
  }

  function wait(kind: CodeKind, phone: string, seconds: number): void {
    storage.setItem(keyOf(kind, phone), String(now() + seconds * 1000));
  }

  return {
    until: (kind, phone) => read(keyOf(kind, phone)).until,
    wait,
    note(kind, phone, { resendIn, message }) {
      wait(kind, phone, resendIn);
      storage.setItem(messageKeyOf(kind, phone), message === undefined ? '' : `${message.channel} ${message.id}`);
    },
    messageOf(kind, phone) {
      const [channel, id = ''] = stored(messageKeyOf(kind, phone)).split(' ');
      return channel === 'sms' || channel === 'telegram' ? { channel, id } : null;
    },
    isAwaited(kind, phone) {
      const { until, isSpent } = read(keyOf(kind, phone));
      return until > 0 && !isSpent;
    },
    spend(kind, phone) {
      const { until } = read(keyOf(kind, phone));
      if (until > 0) storage.setItem(keyOf(kind, phone), `${until} spent`);
    },
  };
}

/** Formats seconds as `0:09`. */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
