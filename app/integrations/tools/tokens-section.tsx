import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { CheckList } from '#base/ui/fields/check-list.tsx';
import { Field } from '#base/ui/fields/field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { Private } from '#base/ui/on-stream/private.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useReloadingAction } from '#base/ui/page/use-reloading-action.ts';
import { Section } from '#base/ui/panel/section.tsx';
import { useScopeNames } from '../scope-names.ts';
import { applicationScopes, type TokenScope, tokenScopes } from '../scopes.ts';
import type { Token } from './own-tools.ts';
import { ShownOnce } from './shown-once.tsx';
import classes from './tools-screen.module.css';

/** What most programs need. */
const usualScopes: readonly TokenScope[] = applicationScopes;

/** Access tokens for other programs: created here, shown once, revoked at any time. */
export function TokensSection({ tokens }: { readonly tokens: readonly Token[] }) {
  const [made, setMade] = useState<string | null>(null);
  return (
    <Section title={<Trans>Ключи для программ</Trans>} card>
      <p>
        <Trans>С ключом программа видит только то, что вы отметите, и ничего не может изменить.</Trans>
      </p>
      {made === null ? (
        <NewToken onMade={setMade} />
      ) : (
        <ShownOnce secret={made} onDone={() => setMade(null)}>
          <Trans>Скопируйте ключ сейчас: больше мы его не покажем.</Trans>
        </ShownOnce>
      )}
      {tokens.length > 0 && (
        <ul className={classes.list}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function NewToken({ onMade }: { readonly onMade: (token: string) => void }) {
  const { t } = useLingui();
  const names = useScopeNames();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState(usualScopes);
  const { isBusy, fault, fields, act, forget } = useReloadingAction();

  async function make() {
    const made = await act(() => call('POST Integration/CreateToken', { body: { name, scopes: [...scopes] } }));
    if (made !== null) onMade(made.token);
  }

  return (
    <SentForm className={classes.form} onSend={make}>
      <Field
        label={t`Для какой программы`}
        name="token-name"
        maxLength={60}
        value={name}
        error={fields.name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          forget();
        }}
      />
      <CheckList
        title={<Trans>Что можно читать</Trans>}
        all={tokenScopes}
        names={names}
        chosen={scopes}
        onChange={setScopes}
      />
      {fault !== null && fields.name === undefined && <ErrorNotice>{fault}</ErrorNotice>}
      <div>
        <ActionButton isDefault disabled={isBusy}>
          <Trans>Создать ключ</Trans>
        </ActionButton>
      </div>
    </SentForm>
  );
}

function TokenRow({ token }: { readonly token: Token }) {
  const { t } = useLingui();
  const momentText = useMomentText();
  const names = useScopeNames();
  const { isBusy, fault, act } = useReloadingAction();
  const [isAsked, setAsked] = useState(false);
  const { id, name, ending, scopes, lastUsedAt } = token;
  const used = lastUsedAt === null ? null : momentText(lastUsedAt);
  return (
    <li>
      <Stack className={classes.what} gap={2} shrinks>
        <b>{name}</b>
        <span>
          <Private>…{ending}</Private> · {scopes.map((scope) => names[scope]).join(', ')}
        </span>
        <span>{used === null ? t`Ещё не использовался` : t`Использован ${used}`}</span>
        {fault !== null && <ErrorNotice>{fault}</ErrorNotice>}
      </Stack>
      <ActionButton look="quiet" aria-label={t`Отозвать ключ ${name}`} onClick={() => setAsked(true)}>
        <Trans>Отозвать</Trans>
      </ActionButton>
      <ConfirmDialog
        isOpen={isAsked}
        title={<Trans>Отозвать ключ «{name}»?</Trans>}
        act={<Trans>Отозвать ключ</Trans>}
        isBusy={isBusy}
        onClose={() => setAsked(false)}
        onConfirm={() =>
          void act(() => call('DELETE Integration/Token', { query: { id } })).then(() => setAsked(false))
        }
      >
        <Trans>Программа с этим ключом сразу перестанет видеть донаты.</Trans>
      </ConfirmDialog>
    </li>
  );
}
