import { explained, type Tool } from './explained.ts';

/** Something that should not be. */
export interface Finding {
  readonly tool: Tool;
  /** `5xx`, `leak`, `hang`, or what the tool itself calls it. */
  readonly what: string;
  /** A call or a page, without its query. */
  readonly where: string;
  readonly detail: string;
}

/** Why a finding is none; null if it is not explained. */
export function explanationOf(finding: Finding): string | null {
  const { tool, what, where, detail } = finding;
  const found = explained.find(
    (one) => one.tools.includes(tool) && one.what.test(what) && one.where.test(where) && one.detail.test(detail),
  );
  return found?.reason ?? null;
}

/** Findings of a run, each kind at each place once, with how often it was met; what is explained hides nothing that is not. */
export class Findings {
  readonly #met = new Map<string, { finding: Finding; times: number }>();

  add(finding: Finding): void {
    const key = JSON.stringify([finding.tool, finding.what, finding.where, explanationOf(finding)]);
    const known = this.#met.get(key);
    if (known) known.times += 1;
    else this.#met.set(key, { finding, times: 1 });
  }

  get all(): readonly { readonly finding: Finding; readonly times: number }[] {
    return [...this.#met.values()];
  }

  of(tool: Tool): { explained: number; unexplained: number } {
    const own = this.all.filter(({ finding }) => finding.tool === tool);
    const unexplained = own.filter(({ finding }) => explanationOf(finding) === null).length;
    return { explained: own.length - unexplained, unexplained };
  }
}
