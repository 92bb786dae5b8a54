import type { Findings } from './findings.ts';
import type { AttackedCall } from './openapi.ts';
import type { AttackRole, Session } from './people.ts';
import type { Target } from './target.ts';
import type { Tool } from './tool.ts';

/** What a part of the attack is run with. */
export interface Part {
  readonly target: Target;
  readonly sessions: ReadonlyMap<AttackRole, Session>;
  readonly roles: readonly AttackRole[];
  readonly calls: readonly AttackedCall[];
  readonly findings: Findings;
  /** Paths of this machine that no answer may name. */
  readonly secretPlaces: readonly string[];
  readonly workDir: string;
  readonly isQuick: boolean;
  say(line: string): void;
}

/** One line of the summary. */
export interface PartResult {
  readonly tool: Tool;
  readonly role: string;
  /** What was done, in words with numbers. */
  readonly what: string;
  readonly requests: number;
  readonly minutes: number;
}
