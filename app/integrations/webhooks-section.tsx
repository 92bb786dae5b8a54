import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { Field } from '#base/ui/field.tsx';
import { ActionButton } from '#base/ui/link-button.tsx';
import { call } from '../call.ts';
import { CheckList } from './check-list.tsx';
import { useEventNames } from './event-names.ts';
import type { Webhook } from './own-tools.ts';
import { type WebhookEvent, webhookEvents } from './scopes.ts';
import { ShownOnce } from './shown-once.tsx';
import classes from './tools-screen.module.css';
import { useAct } from './use-act.ts';
import { WebhookCard } from './webhook-card.tsx';

/** Addresses of the creator's own servers that are told of events. */
export function WebhooksSection({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const [made, setMade] = useState<string | null>(null);
  return (
    <section className={classes.section}>
      <h2>
        <Trans>Вебхуки</Trans>
      </h2>
      <p>
        <Trans>
          О событии мы сразу сообщаем на ваш сервер. Подпись стоит в заголовке <code>X-Opora-Signature</code>:{' '}
          <code>t=время,v1=HMAC-SHA256(«время.тело»)</code>.
        </Trans>
      </p>
      {made === null ? (
        <NewWebhook onMade={setMade} />
      ) : (
        <ShownOnce secret={made} onDone={() => setMade(null)}>
          <Trans>Этим ключом подписаны сообщения. Скопируйте его сейчас: больше мы его не покажем.</Trans>
        </ShownOnce>
      )}
      {webhooks.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} />
      ))}
    </section>
  );
}

function NewWebhook({ onMade }: { readonly onMade: (secret: string) => void }) {
  const { t } = useLingui();
  const names = useEventNames();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(['donation.paid']);
  const { isBusy, fault, act } = useAct();

  async function make() {
    const made = await act(() => call('POST Integration/CreateWebhook', { body: { url, events: [...events] } }));
    if (made !== null) onMade(made.secret);
  }

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <Field
        label={t`Адрес вашего сервера`}
        name="webhook-url"
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={500}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <CheckList
        title={<Trans>О чём сообщать</Trans>}
        all={webhookEvents}
        names={names}
        chosen={events}
        onChange={setEvents}
      />
      {fault !== null && <ErrorNotice>{fault}</ErrorNotice>}
      <div>
        <ActionButton disabled={isBusy} onClick={(event) => event.currentTarget.form?.requestSubmit()}>
          <Trans>Добавить адрес</Trans>
        </ActionButton>
      </div>
    </form>
  );
}
