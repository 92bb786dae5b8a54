import { Trans, useLingui } from '@lingui/react/macro';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { consentBannerId, storedConsent } from './consent.ts';
import classes from './consent-banner.module.css';

/** Asks once for consent to count visits. It covers nothing important. */
export function ConsentBanner() {
  const { t } = useLingui();
  return (
    <section id={consentBannerId} tabIndex={-1} className={classes.banner} aria-label={t`Согласие на аналитику`}>
      <p>
        <Trans>
          Можно считать посещения и записывать, как пользуются сайтом? Это помогает его улучшать. Имена, телефоны и
          карты в запись не попадают.
        </Trans>
      </p>
      <div className={classes.acts}>
        <ActionButton look="quiet" onClick={() => storedConsent.write('no')}>
          <Trans>Не надо</Trans>
        </ActionButton>
        <ActionButton onClick={() => storedConsent.write('yes')}>
          <Trans>Можно</Trans>
        </ActionButton>
      </div>
    </section>
  );
}
