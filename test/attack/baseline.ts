import type { Findings } from './findings.ts';
import { judge } from './judge.ts';
import type { AttackedCall } from './openapi.ts';
import type { AttackRole, Session } from './people.ts';
import type { Sample } from './samples.ts';

const ranks: Readonly<Record<AttackedCall['access'], readonly AttackRole[]>> = {
  guest: ['guest', 'user', 'creator', 'moderator', 'admin'],
  key: ['guest', 'user', 'creator', 'moderator', 'admin'],
  user: ['user', 'creator', 'moderator', 'admin'],
  moderator: ['moderator', 'admin'],
  admin: ['admin'],
};

/** Whether a role may make a call at all. */
export const mayCall = (role: AttackRole, call: AttackedCall): boolean => ranks[call.access].includes(role);

/** What a call said to its unharmed sample. */
interface Plain {
  readonly sample: Sample;
  readonly status: number;
}

interface BaselineOptions {
  readonly url: string;
  readonly session: Session;
  readonly samples: readonly Sample[];
  readonly findings: Findings;
  readonly secretPlaces: readonly string[];
}

/** Calls that end a session: the sample of a role would end its own. */
const isLoggingOut = (sample: Sample) => /RevokeToken|EndSessions|RotateKey/.test(sample.call.path);

async function tryOne(sample: Sample, { url, session, findings, secretPlaces }: BaselineOptions): Promise<Plain> {
  const token = await session.token();
  const { call, target, body } = sample;
  const response = await fetch(`${url}${target}`, {
    method: call.method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  const { status } = response;
  const contentType = response.headers.get('content-type') ?? '';
  const isStream = contentType.startsWith('text/event-stream');
  const text = isStream ? '' : await response.text();
  if (isStream) await response.body?.cancel();
  const place = { tool: 'baseline', role: session.role, method: call.method, target } as const;
  judge({ ...place, status, contentType, text }, findings, secretPlaces);
  if (!mayCall(session.role, call) && status !== 401 && status !== 403) {
    findings.add({ tool: 'baseline', what: 'not refused', where: call.name, detail: `${session.role} got ${status}` });
  }
  return { sample, status };
}

/** Makes every call once as a role, as it is meant to be made, and looks whether those without the right are refused. */
export async function runBaseline(options: BaselineOptions): Promise<Plain[]> {
  const plain: Plain[] = [];
  for (const sample of options.samples) if (!isLoggingOut(sample)) plain.push(await tryOne(sample, options));
  return plain;
}
