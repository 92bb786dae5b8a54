import { Trans } from '@lingui/react/macro';
import { useRevalidator } from 'react-router';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { Section } from '#base/ui/panel/section.tsx';
import { turnOffPush } from '../browser-push.ts';
import { usePush } from '../use-push.ts';
import classes from './notices-screen.module.css';
import { type Receiver, ReceiverCard } from './receiver-card.tsx';

/** Browsers that get notices, and the way to add this one. */
export function BrowserSection({ receivers }: { readonly receivers: readonly Receiver[] }) {
  const { state, isRefused, isBusy, failure, turnOn, refresh } = usePush();
  const { revalidate } = useRevalidator();
  const own = state?.kind === 'on' ? receivers.find(({ browser }) => browser === state.browser) : undefined;
  // A browser may have a subscription that is another account's, or that the server does not know any more.
  const isOffered = state !== null && (state.kind === 'off' || state.kind === 'on') && own === undefined;

  async function add(): Promise<void> {
    if (await turnOn()) await revalidate();
  }

  async function remove(receiver: Receiver): Promise<void> {
    if (receiver !== own) return;
    await turnOffPush().catch(() => undefined);
    await refresh();
  }

  return (
    <Section title={<Trans>Браузер</Trans>} card>
      <p>
        <Trans>Уведомления приходят на компьютер или телефон, даже когда сайт закрыт.</Trans>
      </p>
      {receivers.map((receiver) => (
        <ReceiverCard
          key={receiver.id}
          receiver={receiver}
          isHere={receiver === own}
          onRemoved={() => remove(receiver)}
        />
      ))}
      {state?.kind === 'unsupported' && (
        <p>
          <Trans>Этот браузер не умеет показывать уведомления. На iPhone сначала добавьте сайт на экран «Домой».</Trans>
        </p>
      )}
      {state?.kind === 'blocked' && (
        <p>
          <Trans>
            Уведомления этого сайта запрещены в браузере. Разрешите их в его настройках и обновите страницу.
          </Trans>
        </p>
      )}
      {isRefused && state?.kind !== 'blocked' && (
        <p role="status">
          <Trans>Браузер не разрешил уведомления. Попробуйте ещё раз.</Trans>
        </p>
      )}
      {failure && <ErrorNotice>{failure.message}</ErrorNotice>}
      {isOffered && (
        <div className={classes.acts}>
          <ActionButton aria-busy={isBusy || undefined} onClick={() => void add()}>
            <Trans>Включить в этом браузере</Trans>
          </ActionButton>
        </div>
      )}
    </Section>
  );
}
