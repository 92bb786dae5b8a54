import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { consentBannerId, storedConsent } from './consent.ts';
import classes from './consent-link.module.css';
import { forgetCounter } from './forget-counter.ts';

/** Withdraws the consent and asks again. */
export default function ConsentLink(): ReactNode {
  return (
    <button type="button" className={classes.link} onClick={askAnew}>
      <Trans>Согласие на аналитику</Trans>
    </button>
  );
}

function askAnew(): void {
  // The banner must be in the page before it can take the focus.
  flushSync(() => storedConsent.write(null));
  forgetCounter();
  document.getElementById(consentBannerId)?.focus();
}
