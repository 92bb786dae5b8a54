import { FailureText } from '../failures/failure-text.tsx';

/** What a field has more whose value cannot be changed: it can be read, with the reason below. False: it can be changed. */
export function fixedBecause(reason: string | false) {
  return reason === false ? {} : { readOnly: true, hint: <FailureText>{reason}</FailureText> };
}
