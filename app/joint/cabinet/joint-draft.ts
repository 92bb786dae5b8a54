import { readWhole } from '#base/text/number-text.ts';
import { faultsIn, lineFault } from '#base/ui/fields/draft-faults.ts';
import { jointFaults, jointLimits } from '../joint-rules.ts';
import type { OwnJoint } from '../joint-shapes.ts';

/** An invited creator as typed. */
export interface MemberDraft {
  /** Keeps the line its own while others come and go. */
  readonly key: number;
  readonly userName: string;
  readonly percent: string;
}

/** A stream together as it is typed. */
export interface JointDraft {
  readonly title: string;
  /** Of the host. */
  readonly percent: string;
  readonly members: readonly MemberDraft[];
}

/** Null: a new stream, of the host and one other. */
export function draftOf(joint: OwnJoint | null): JointDraft {
  if (joint === null) return { title: '', percent: '50', members: [{ key: 0, userName: '', percent: '50' }] };
  const host = joint.members.find(({ isHost }) => isHost);
  const others = joint.members.filter(({ isHost }) => !isHost);
  return {
    title: joint.title,
    percent: String(host?.percent ?? ''),
    members: others.map(({ userName, percent }, key) => ({ key, userName, percent: String(percent) })),
  };
}

/** A user name as people paste it: with a sign before it, or as the address of a page. */
export const readUserName = (typed: string) =>
  typed
    .trim()
    .replace(/^(?:https?:\/\/[^/]+\/|[^/]+\.[^/]+\/(?=[^?#])|@)/i, '')
    .replace(/[/?#].*$/, '');

const percentOf = (typed: string) => {
  const percent = readWhole(typed) ?? 0;
  return Number.isNaN(percent) ? 0 : percent;
};

/** What the typed percents leave of 100; below 0 where they are more. */
export function restOf({ percent, members }: JointDraft): number {
  return members.reduce((rest, member) => rest - percentOf(member.percent), 100 - percentOf(percent));
}

/** The same for everybody; where 100 cannot be divided the first ones have one more. */
export function withEqual(draft: JointDraft): JointDraft {
  const count = draft.members.length + 1;
  const shareAt = (at: number) => String(Math.floor(100 / count) + (at < 100 % count ? 1 : 0));
  return {
    ...draft,
    percent: shareAt(0),
    members: draft.members.map((member, at) => ({ ...member, percent: shareAt(at + 1) })),
  };
}

/** One more creator, who gets what is left. */
export function withOneMore(draft: JointDraft): JointDraft {
  const rest = restOf(draft);
  const key = Math.max(-1, ...draft.members.map((member) => member.key)) + 1;
  return { ...draft, members: [...draft.members, { key, userName: '', percent: rest > 0 ? String(rest) : '' }] };
}

/** What `Joint/Save` takes. */
export function bodyOf({ title, percent, members }: JointDraft, joint: OwnJoint | null) {
  return {
    jointId: joint?.id,
    revision: joint?.revision,
    title,
    percent: percentOf(percent),
    members: members.map((member) => ({
      userName: readUserName(member.userName),
      percent: percentOf(member.percent),
    })),
  };
}

function percentFault(typed: string): string | null {
  const percent = readWhole(typed);
  if (percent === null) return jointFaults.required;
  return percent >= 1 && percent <= 99 ? null : jointFaults.percent;
}

/** All that is seen without asking the server, by the server's names of the fields. */
export function faultsOf(draft: JointDraft): Record<string, string> {
  const names = draft.members.map(({ userName }) => readUserName(userName).toLowerCase());
  const faults = faultsIn({
    title: lineFault(draft.title, jointLimits.title),
    percent: percentFault(draft.percent),
    ...Object.fromEntries(
      draft.members.flatMap(({ percent }, at) => {
        const name = names[at] ?? '';
        const isTwice = names.indexOf(name) < at;
        const fault = name === '' ? jointFaults.required : isTwice ? jointFaults.twice : null;
        return [
          [`members.${at}.userName`, fault],
          [`members.${at}.percent`, percentFault(percent)],
        ];
      }),
    ),
  });
  const areRead = !Object.keys(faults).some((name) => name.endsWith('percent'));
  return areRead && restOf(draft) !== 0 ? { ...faults, percent: jointFaults.wholeSum } : faults;
}
