import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import type { AuthorTab } from './author-tabs.tsx';
import classes from './support-bar.module.css';

/** The id of the donation form in the page. */
export const donationFormId = 'donation';

function scrollToForm() {
  document.getElementById(donationFormId)?.scrollIntoView();
}

/** On phones and tablets: a button that leads to the donation form while the form is out of view. */
export function SupportBar({ tab }: { tab: AuthorTab }) {
  const [isFormSeen, setFormSeen] = useState(true);

  useEffect(() => {
    const form = document.getElementById(donationFormId);
    if (tab !== 'support' || form === null) return setFormSeen(false);
    const observer = new IntersectionObserver(([entry]) => setFormSeen(entry?.isIntersecting ?? false), {
      rootMargin: '0px 0px -120px',
    });
    observer.observe(form);
    return () => observer.disconnect();
  }, [tab]);

  const words = <Trans>Поддержать</Trans>;
  return (
    <div className={classes.bar} inert={isFormSeen}>
      {tab === 'support' ? (
        <ActionButton className={classes.button} onClick={scrollToForm}>
          {words}
        </ActionButton>
      ) : (
        <LinkButton className={classes.button} to={{ search: '', hash: donationFormId }} replace>
          {words}
        </LinkButton>
      )}
    </div>
  );
}
