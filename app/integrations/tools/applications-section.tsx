import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { usePublicUrl } from '#base/pages/document-context.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { Field } from '#base/ui/fields/field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { Private } from '#base/ui/on-stream/private.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useReloadingAction } from '#base/ui/page/use-reloading-action.ts';
import { Section } from '#base/ui/panel/section.tsx';
import type { OwnApplication } from './own-tools.ts';
import { ShownOnce } from './shown-once.tsx';
import classes from './tools-screen.module.css';

interface MadeApplication {
  readonly clientId: string;
  readonly secret: string;
}

/** Applications that ask other creators for access: registered here, with a secret that is shown once. */
export function ApplicationsSection({ applications }: { readonly applications: readonly OwnApplication[] }) {
  const host = usePublicUrl();
  const [made, setMade] = useState<MadeApplication | null>(null);
  const clientId = made?.clientId;
  return (
    <Section title={<Trans>Ваши приложения</Trans>} card>
      <p>
        <Trans>Если вашей программой пользуются и другие, они дадут ей доступ без ключа, по OAuth 2.0.</Trans>
      </p>
      <Stack as="dl" className={classes.addresses} gap={4}>
        <dt>
          <Trans>Сюда программа отправляет человека</Trans>
        </dt>
        <dd>
          <code>{host}/oauth/authorize</code>
        </dd>
        <dt>
          <Trans>Здесь она меняет код на ключ</Trans>
        </dt>
        <dd>
          <code>POST {host}/oauth/token</code>
        </dd>
      </Stack>
      {made === null ? (
        <NewApplication onMade={setMade} />
      ) : (
        <ShownOnce secret={made.secret} onDone={() => setMade(null)}>
          <Trans>Это секрет приложения с ID {clientId}. Скопируйте его сейчас: больше мы его не покажем.</Trans>
        </ShownOnce>
      )}
      {applications.length > 0 && (
        <ul className={classes.list}>
          {applications.map((application) => (
            <ApplicationRow key={application.id} application={application} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function NewApplication({ onMade }: { readonly onMade: (made: MadeApplication) => void }) {
  const { t } = useLingui();
  const [name, setName] = useState('');
  const [addresses, setAddresses] = useState('');
  const { isBusy, fault, fields, act, forget } = useReloadingAction();

  async function make() {
    const redirects = addresses.split(/\s+/).filter((address) => address !== '');
    const made = await act(() => call('POST Integration/CreateApplication', { body: { name, redirects } }));
    if (made !== null) onMade(made);
  }

  const isInField = fields.name !== undefined || fields.redirects !== undefined;
  return (
    <SentForm className={classes.form} onSend={make}>
      <Field
        label={t`Название приложения`}
        name="application-name"
        maxLength={60}
        hint={t`Его увидит тот, у кого программа просит доступ`}
        value={name}
        error={fields.name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          forget();
        }}
      />
      <Field
        label={t`Адрес возврата (redirect URI)`}
        name="application-redirects"
        placeholder="https://"
        hint={t`Несколько адресов — через пробел`}
        value={addresses}
        error={fields.redirects}
        onChange={(event) => {
          setAddresses(event.currentTarget.value);
          forget();
        }}
      />
      {fault !== null && !isInField && <ErrorNotice>{fault}</ErrorNotice>}
      <div>
        <ActionButton isDefault disabled={isBusy}>
          <Trans>Создать приложение</Trans>
        </ActionButton>
      </div>
    </SentForm>
  );
}

function ApplicationRow({ application }: { readonly application: OwnApplication }) {
  const { t } = useLingui();
  const { isBusy, fault, act } = useReloadingAction();
  const [isAsked, setAsked] = useState(false);
  const { id, clientId, name, redirects, ending } = application;
  return (
    <li>
      <Stack className={classes.what} gap={2} shrinks>
        <b>{name}</b>
        <span>
          <Trans>
            ID {clientId}, секрет <Private>…{ending}</Private>
          </Trans>
        </span>
        {redirects.map((address) => (
          <span key={address}>{address}</span>
        ))}
        {fault !== null && <ErrorNotice>{fault}</ErrorNotice>}
      </Stack>
      <ActionButton look="quiet" aria-label={t`Удалить приложение ${name}`} onClick={() => setAsked(true)}>
        <Trans>Удалить</Trans>
      </ActionButton>
      <ConfirmDialog
        isOpen={isAsked}
        title={<Trans>Удалить приложение «{name}»?</Trans>}
        act={<Trans>Удалить приложение</Trans>}
        isBusy={isBusy}
        onClose={() => setAsked(false)}
        onConfirm={() =>
          void act(() => call('DELETE Integration/Application', { query: { id } })).then(() => setAsked(false))
        }
      >
        <Trans>Программа сразу перестанет видеть донаты всех, кто дал ей доступ.</Trans>
      </ConfirmDialog>
    </li>
  );
}
