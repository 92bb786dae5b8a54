import { Trans } from '@lingui/react/macro';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import panel from '#base/ui/panel/panel.module.css';
import { WidgetAddress } from './widget-address.tsx';

/** Where the votes of the stream are shown; they have the colours of the statistics. */
export function VotesSection({ address }: { readonly address: string }) {
  return (
    <section className={panel.panel}>
      <h2>
        <Trans>Голосования</Trans>
      </h2>
      <p>
        <Trans>Вопрос и счёт на стриме. Цвета и размер те же, что у статистики.</Trans>
      </p>
      <WidgetAddress address={address} />
      <div>
        <LinkButton to="/profile/votes" look="quiet">
          <Trans>Задать вопрос</Trans>
        </LinkButton>
      </div>
    </section>
  );
}
