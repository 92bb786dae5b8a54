import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { Toggle } from '#base/ui/fields/field.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useReloadingAction } from '#base/ui/page/use-reloading-action.ts';
import { useEventNames } from '../event-names.ts';
import { mostFailures } from '../scopes.ts';
import { DeliveryLog } from './delivery-log.tsx';
import type { Webhook } from './own-tools.ts';
import classes from './tools-screen.module.css';

/** One webhook: its state, its deliveries, a test and its removal. */
export function WebhookCard({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useLingui();
  const names = useEventNames();
  const { isBusy, fault, act } = useReloadingAction();
  const [isAsked, setAsked] = useState(false);
  const { id, url, events, isOn, failures, log } = webhook;
  const isBroken = !isOn && failures >= mostFailures;

  return (
    <article className={classes.card} aria-label={url}>
      <Stack className={classes.what} gap={2} shrinks>
        <b>{url}</b>
        <span>{events.map((event) => names[event]).join(', ')}</span>
      </Stack>
      {isBroken && (
        <ErrorNotice>
          <Trans>
            Сервер не принял {mostFailures} сообщений подряд, и мы выключили адрес. Исправьте сервер и включите адрес
            снова: то, что ждёт, придёт.
          </Trans>
        </ErrorNotice>
      )}
      <Toggle
        checked={isOn}
        disabled={isBusy}
        onChange={({ currentTarget: { checked } }) =>
          void act(() => call('PUT Integration/Webhook', { body: { id, url, events, isOn: checked } }))
        }
      >
        <Trans>Включён</Trans>
      </Toggle>
      {fault !== null && <ErrorNotice>{fault}</ErrorNotice>}
      <Row gap={12}>
        <ActionButton
          look="quiet"
          disabled={isBusy || !isOn}
          onClick={() => void act(() => call('POST Integration/TestWebhook', { query: { id } }))}
        >
          <Trans>Отправить проверку</Trans>
        </ActionButton>
        <ActionButton look="quiet" aria-label={t`Удалить адрес ${url}`} onClick={() => setAsked(true)}>
          <Trans>Удалить</Trans>
        </ActionButton>
      </Row>
      <DeliveryLog webhookId={id} isOn={isOn} log={log} />
      <ConfirmDialog
        isOpen={isAsked}
        title={<Trans>Удалить адрес?</Trans>}
        act={<Trans>Удалить адрес</Trans>}
        isBusy={isBusy}
        onClose={() => setAsked(false)}
        onConfirm={() =>
          void act(() => call('DELETE Integration/Webhook', { query: { id } })).then(() => setAsked(false))
        }
      >
        <Trans>Журнал его сообщений тоже исчезнет.</Trans>
      </ConfirmDialog>
    </article>
  );
}
