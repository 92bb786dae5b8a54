import { judge } from './judge.ts';
import type { AttackedCall } from './openapi.ts';
import type { Done, Part } from './part.ts';
import type { AttackRole } from './people.ts';
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

/** Calls that end a session: the sample of a role would end its own. */
const endsSession = ({ call }: Sample) => /RevokeToken|EndSessions|RotateKey/.test(call.path);

/** Makes a call as intended. Returns the status. */
async function tryOne({ call, target, body }: Sample, part: Part): Promise<number> {
  const { session, role, findings, secretPlaces } = part;
  const token = await session.token();
  const response = await fetch(`${part.target.url}${target}`, {
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
  judge({ tool: 'baseline', role, method: call.method, target, status, contentType, text }, findings, secretPlaces);
  if (!mayCall(role, call) && status !== 401 && status !== 403) {
    findings.add({ tool: 'baseline', what: 'not refused', where: call.name, detail: `${role} got ${status}` });
  }
  return status;
}

/** Makes every call once, as intended, and checks that those without the right are refused. */
export async function* runBaseline(part: Part): AsyncGenerator<Done> {
  const statuses: number[] = [];
  for (const sample of part.samples) if (!endsSession(sample)) statuses.push(await tryOne(sample, part));
  const done = statuses.filter((status) => status === 200).length;
  const refused = statuses.filter((status) => status === 401 || status === 403).length;
  yield { what: `${done} of ${statuses.length} calls done, ${refused} refused`, requests: statuses.length };
}
