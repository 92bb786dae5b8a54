import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { CheckList } from '#base/ui/fields/check-list.tsx';
import { Field } from '#base/ui/fields/field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useReloadingAction } from '#base/ui/page/use-reloading-action.ts';
import { Section } from '#base/ui/panel/section.tsx';
import { useEventNames } from '../event-names.ts';
import { type WebhookEvent, webhookEvents } from '../scopes.ts';
import type { Webhook } from './own-tools.ts';
import { ShownOnce } from './shown-once.tsx';
import classes from './tools-screen.module.css';
import { WebhookCard } from './webhook-card.tsx';

/** The webhooks of the creator. */
export function WebhooksSection({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const [made, setMade] = useState<string | null>(null);
  return (
    <Section title={<Trans>Вебхуки</Trans>} card>
      <p>
        <Trans>О событии мы сразу сообщаем на ваш сервер. Подпись проверяют библиотеки Standard Webhooks.</Trans>{' '}
        <Link to="/profile/tools/webhooks">
          <Trans>Как принимать вебхуки</Trans>
        </Link>
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
    </Section>
  );
}

function NewWebhook({ onMade }: { readonly onMade: (secret: string) => void }) {
  const { t } = useLingui();
  const names = useEventNames();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(['donation.paid']);
  const { isBusy, fault, fields, act, forget } = useReloadingAction();

  async function make() {
    const made = await act(() => call('POST Integration/CreateWebhook', { body: { url, events: [...events] } }));
    if (made !== null) onMade(made.secret);
  }

  return (
    <SentForm className={classes.form} onSend={make}>
      <Field
        label={t`Адрес вашего сервера`}
        name="webhook-url"
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={500}
        value={url}
        error={fields.url}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
          forget();
        }}
      />
      <CheckList
        title={<Trans>О чём сообщать</Trans>}
        all={webhookEvents}
        names={names}
        chosen={events}
        onChange={setEvents}
      />
      {fault !== null && fields.url === undefined && <ErrorNotice>{fault}</ErrorNotice>}
      <div>
        <ActionButton isDefault disabled={isBusy}>
          <Trans>Добавить адрес</Trans>
        </ActionButton>
      </div>
    </SentForm>
  );
}
