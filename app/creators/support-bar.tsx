import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { ActionButton, LinkButton } from '#base/ui/link-button.tsx';
import type { AuthorTab } from './author-tabs.tsx';
import classes from './support-bar.module.css';

/** Where the donation form stands in the page. */
export const giftFormId = 'gift';

function scrollToForm() {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById(giftFormId)?.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'start' });
}

/** On a phone: the way to the form in reach of the thumb, for as long as the form itself is out of sight. */
export function SupportBar({ tab }: { tab: AuthorTab }) {
  const [isFormSeen, setFormSeen] = useState(true);

  useEffect(() => {
    const form = document.getElementById(giftFormId);
    if (tab !== 'support' || form === null) return setFormSeen(false);
    const observer = new IntersectionObserver(([entry]) => setFormSeen(entry?.isIntersecting ?? false), {
      rootMargin: '0px 0px -120px',
    });
    observer.observe(form);
    return () => observer.disconnect();
  }, [tab]);

  return (
    <div className={classes.bar} data-away={isFormSeen || undefined} inert={isFormSeen}>
      {tab === 'support' ? (
        <ActionButton className={classes.button} onClick={scrollToForm}>
          <Trans>Поддержать</Trans>
        </ActionButton>
      ) : (
        <LinkButton className={classes.button} to={{ search: '', hash: giftFormId }} replace>
          <Trans>Поддержать</Trans>
        </LinkButton>
      )}
    </div>
  );
}
