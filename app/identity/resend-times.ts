/** Which codes wait for one another: those that open the login or a new password, and those of the admin area. */
export type CodeKind = 'phone' | 'admin';

/** When the next code may be asked for, phone by phone. Kept by the tab, so that a reload goes on counting. */
export interface ResendTimes {
  /** Milliseconds since 1970; 0 where a code may be asked for now. */
  until(kind: CodeKind, phone: string): number;
  /** A code was sent, or refused as too early: `seconds` from now. */
  wait(kind: CodeKind, phone: string, seconds: number): void;
  /** Whether the last code is young and not used: then it is waited for, and asking once more would only be refused. */
  isAwaited(kind: CodeKind, phone: string): boolean;
  /** The last code was used or is worth nothing any more. */
  spend(kind: CodeKind, phone: string): void;
}

const keyOf = (kind: CodeKind, phone: string) => `code ${kind} ${phone.replace(/\D/g, '')}`;

/** `storage`: session storage, or null where the browser forbids it; then the times live as long as the page. */
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
      // Full or forbidden: the page itself remembers.
    }
  }

  function read(key: string): { readonly until: number; readonly isSpent: boolean } {
    const [time = '', spent] = (storage?.getItem(key) ?? own.get(key) ?? '').split(' ');
    const until = Number(time);
    // A clock that was put back must not lock the button for days.
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

/** `0:09`, as a clock shows what is left. */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
