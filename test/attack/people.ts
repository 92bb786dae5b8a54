import { z } from 'zod';

/** Who the tools are when they attack. */
export const roles = ['guest', 'user', 'creator', 'moderator', 'admin'] as const;
export type AttackRole = (typeof roles)[number];

const logins = {
  user: { phone: '998900000004', isStaff: false },
  creator: { phone: '998900000003', isStaff: false },
  moderator: { phone: '998900000002', isStaff: true },
  admin: { phone: '998900000001', isStaff: true },
} as const;
const password = 'opora-demo';

const Pair = z.object({ success: z.literal(true), data: z.object({ token: z.string(), refreshToken: z.string() }) });
const Codes = z.object({ data: z.array(z.object({ code: z.string() })) });
type TokenPair = z.output<typeof Pair>['data'];

/** A login that stays good as long as an attack takes, whatever the attack does to it. */
export interface Session {
  readonly role: AttackRole;
  /** A token that is good now; null for a guest. */
  token(): Promise<string | null>;
  /** Logs in anew: the attack has ended the session. */
  renew(): Promise<void>;
  /** Every token that it has had: none of them may be found in a log. */
  readonly tokens: readonly string[];
}

async function post(url: string, call: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.json();
}

const get = async (url: string, path: string): Promise<unknown> => (await fetch(`${url}/api/${path}`)).json();

/** Logs in as the demo world's people do: staff with the second factor, whose code the outbox shows outside production. */
async function logIn(url: string, role: keyof typeof logins): Promise<TokenPair> {
  const { phone, isStaff } = logins[role];
  const secrets = { phone, password, rememberMe: true };
  if (!isStaff) return Pair.parse(await post(url, 'Identity/Token', secrets)).data;
  await post(url, 'Identity/AdminLogin', secrets);
  const { data: codes } = Codes.parse(await get(url, `Dev/Outbox?phone=${phone}`));
  return Pair.parse(await get(url, `Identity/ConfirmCodeAdmin?phone=${phone}&code=${codes[0]?.code}`)).data;
}

const freshMilliseconds = 8 * 60_000;

/** Opens the session of a role. An access token is renewed long before its 15 minutes are over. */
export function openSession(url: string, role: AttackRole): Session {
  const tokens: string[] = [];
  if (role === 'guest') return { role, token: async () => null, renew: async () => {}, tokens };
  let pair: TokenPair | null = null;
  let madeAt = 0;
  let underWay: Promise<void> | null = null;
  const keep = (fresh: TokenPair) => {
    pair = fresh;
    madeAt = Date.now();
    tokens.push(fresh.token, fresh.refreshToken);
  };
  const make = async () => {
    if (pair !== null) {
      const { token: accessToken, refreshToken } = pair;
      const renewed = Pair.safeParse(await post(url, 'Identity/RefreshToken', { accessToken, refreshToken }));
      if (renewed.success) return keep(renewed.data.data);
    }
    keep(await logIn(url, role));
  };
  const alone = () => {
    underWay ??= make().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  return {
    role,
    tokens,
    token: async () => {
      if (pair === null || Date.now() - madeAt > freshMilliseconds) await alone();
      return pair?.token ?? null;
    },
    renew: alone,
  };
}
