import type { Tool } from './explained.ts';
import type { Findings } from './findings.ts';
import type { AttackRole, Session } from './people.ts';
import type { Sample } from './samples.ts';
import type { Target } from './target.ts';

/** One tool's attack as one role. */
export interface Part {
  readonly tool: Tool;
  readonly target: Target;
  readonly role: AttackRole;
  readonly session: Session;
  /** An input for every call. */
  readonly samples: readonly Sample[];
  readonly findings: Findings;
  /** Paths of this machine that no answer may name. */
  readonly secretPlaces: readonly string[];
  readonly workDir: string;
  readonly isQuick: boolean;
  say(line: string): void;
}

/** What was done, in words with numbers, and how many requests it took. */
export interface Done {
  readonly what: string;
  readonly requests: number;
}

/** A line of the summary. */
export interface PartResult extends Done {
  readonly tool: Tool;
  readonly role: string;
  readonly minutes: number;
}
