import { FailureText } from '../failures/failure-text.tsx';
import classes from './fixed-because.module.css';

/** What a field has more whose value can no longer be changed: it can be read, with the reason below. False: it can be changed. */
export function fixedBecause(reason: string | false) {
  if (reason === false) return {};
  return { readOnly: true, className: classes.fixed, hint: <FailureText>{reason}</FailureText> };
}
