/** Codes that share one timer: `phone` for login and password reset, `admin` for the admin area. */
export type CodeKind = 'phone' | 'admin';

/** The times from which the next code may be requested, by phone. Stored in the tab, so that the countdown survives a reload. */
export interface ResendTimes {
  /** Milliseconds since 1970; 0 if a code may be requested now. */
  until(kind: CodeKind, phone: string): number;
  /** Records that a code was sent or refused as too early; the next one may follow in `seconds`. */
  wait(kind: CodeKind, phone: string, seconds: number): void;
  /** Whether the last code is recent and unused, so that another request would be refused. */
  isAwaited(kind: CodeKind, phone: string): boolean;
  /** Records that the last code was used or has expired. */
  spend(kind: CodeKind, phone: string): void;
}

const keyOf = (kind: CodeKind, phone: string) => `code ${kind} ${phone.replace(/\D/g, '')}`;

/** `storage`: session storage, or null if the browser forbids it; then the times last as long as the page. */
export function createResendTimes(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
  now: () => number = Date.now,
): ResendTimes {
  const own = new Map<string, string>();

  function write(key: string, text: string): void {
    own.set(key, text);
    try {
      storage?.setItem(key, text);
    } catch {
      // Storage is full or forbidden: the times stay in memory.
    }
  }

  function read(key: string): { readonly until: number; readonly isSpent: boolean } {
    const [time = '', spent] = (storage?.getItem(key) ?? own.get(key) ?? '').split(' ');
    const until = Number(time);
    // A clock that was set back must not disable the button for days.
    const isNear = until > now() && until < now() + 86_400_000;
    return { until: isNear ? until : 0, isSpent: spent !== undefined };
  }

  return {
    until: (kind, phone) => read(keyOf(kind, phone)).until,
    wait(kind, phone, seconds) {
      write(keyOf(kind, phone), String(now() + seconds * 1000));
    },
    isAwaited(kind, phone) {
      const { until, isSpent } = read(keyOf(kind, phone));
      return until > 0 && !isSpent;
    },
    spend(kind, phone) {
      const { until } = read(keyOf(kind, phone));
      if (until > 0) write(keyOf(kind, phone), `${until} spent`);
    },
  };
}

/** Formats seconds as `0:09`. */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
