import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { call } from '#app/call.ts';
import { KeepTools, RevokedList } from '#app/identity/connected-tools.tsx';
import { session } from '#app/identity/session.ts';
import { endSession, openSessions, SessionList } from '#app/identity/session-list.tsx';
import { failures } from '#base/calls/errors.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { digitsMask } from '#base/text/masked-text.ts';
import { Field } from '#base/ui/fields/field.tsx';
import { MaskedField } from '#base/ui/fields/masked-field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { Private } from '#base/ui/on-stream/private.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import panel from '#base/ui/panel/panel.module.css';
import { Section } from '#base/ui/panel/section.tsx';
import { ArchivePanel } from '../archive/archive-panel.tsx';
import { useOwnSection } from '../own-profile.ts';
import type { Route } from './+types/profile-security-screen';
import { usePasswordChange } from './use-password-change.ts';

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const sessions = openSessions(signal);
  // The screen shows without this, too.
  const settings = await call('GET Notice/Settings', {}, { signal }).catch(() => null);
  return { sessions, codeChat: settings?.codeChat ?? null };
}

/** The password, logging out everywhere, and the active sessions. */
export default function ProfileSecurity({ loaderData: { sessions, codeChat } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { profile } = useOwnSection();
  return (
    <>
      <PageHead title={t`Безопасность`} noIndex />
      <PageTitle>
        <Trans>Безопасность</Trans>
      </PageTitle>
      <Stack gap={20}>
        <PasswordChange phone={profile.phone} />
        {codeChat !== null && <CodeWay isInChat={codeChat.confirmedAt !== null} />}
        <LeaveEverywhere />
        <ArchivePanel phone={profile.phone} />
        {/* Last: it comes later, and as long as the person has devices. */}
        <SessionList opened={sessions} />
      </Stack>
    </>
  );
}

/** Where login codes come. */
function CodeWay({ isInChat }: { readonly isInChat: boolean }) {
  return (
    <Section title={<Trans>Коды входа</Trans>} card>
      <p>
        {isInChat ? (
          <Trans>Коды приходят в чат с ботом в Telegram, а если запросить ещё раз, по SMS.</Trans>
        ) : (
          <Trans>Коды приходят по SMS. Их можно получать и в Telegram.</Trans>
        )}
      </p>
      <div>
        <LinkButton look="quiet" to="/profile/notices">
          <Trans>Изменить в «Уведомлениях»</Trans>
        </LinkButton>
      </div>
    </Section>
  );
}

/** Moves the focus when its button disappears or is disabled: to the code, to the invalid field, or to the confirmation. */
function useLedFocus({ step, isBusy, failure, at }: ReturnType<typeof usePasswordChange>) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isBusy || step === 'start') return;
    const field = step === 'tools' ? 'keepTools' : 'code';
    const place = step === 'done' ? '[role=status]' : `[name=${failure !== null && at.password ? 'password' : field}]`;
    section.current?.querySelector<HTMLElement>(place)?.focus();
  }, [step, isBusy, failure, at.password]);
  return section;
}

function PasswordChange({ phone }: { readonly phone: string }) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [keepTools, setKeepTools] = useState(false);
  const changing = usePasswordChange(phone);
  const { step, isTelegram, isBusy, failure, at, revoked, sendCode, change } = changing;
  const isAsking = step === 'code' || step === 'tools';
  const section = useLedFocus(changing);
  return (
    <section ref={section} className={`${panel.section} ${panel.panel}`}>
      <h2>
        <Trans>Пароль</Trans>
      </h2>
      <p data-tone={step === 'done' ? 'saved' : undefined} role="status" tabIndex={-1}>
        {step === 'done' ? (
          <Trans>Пароль изменён. На других устройствах нужно войти заново.</Trans>
        ) : isAsking ? (
          <Trans>
            Код отправлен на <Private>+{phone}</Private>. Он действует 5 минут.
          </Trans>
        ) : (
          <Trans>
            Пришлём код на <Private>+{phone}</Private>. После смены все сеансы завершатся, кроме этого.
          </Trans>
        )}
      </p>
      {step === 'done' && revoked !== null && (
        <>
          <p>
            <Trans>Вместе со старым паролем отключено:</Trans>
          </p>
          <RevokedList revoked={revoked} />
        </>
      )}
      {isAsking && (
        <SentForm className={panel.section} onSend={() => change(code, password, keepTools)}>
          <input type="text" name="username" autoComplete="username" value={phone} readOnly hidden />
          <MaskedField
            label={isTelegram ? t`Код из Telegram` : t`Код из SMS`}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            error={at.code}
            mask={digitsMask}
            onType={setCode}
          />
          <Field
            label={t`Новый пароль`}
            name="password"
            type="password"
            autoComplete="new-password"
            value={password}
            error={at.password}
            hint={t`От 8 символов. Хорошо работает фраза из нескольких слов`}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {step === 'tools' && <KeepTools isChosen={keepTools} onChoose={setKeepTools} />}
          <Row gap={12}>
            <ActionButton isDefault disabled={isBusy}>
              <Trans>Сохранить новый пароль</Trans>
            </ActionButton>
            <ActionButton look="quiet" disabled={isBusy} onClick={() => void sendCode()}>
              <Trans>Отправить код ещё раз</Trans>
            </ActionButton>
          </Row>
        </SentForm>
      )}
      {failure !== null && !at.code && !at.password && <ErrorNotice>{failure.message}</ErrorNotice>}
      {!isAsking && (
        <div>
          <ActionButton look="quiet" disabled={isBusy} onClick={() => void sendCode()}>
            <Trans>Сменить пароль</Trans>
          </ActionButton>
        </div>
      )}
    </section>
  );
}

/** Ends what could open a session again: chats get messages only, and no codes. */
async function closeChats() {
  const { receivers, codeChat } = await call('GET Notice/Settings', {});
  // The chat that the account was made from may be no receiver.
  if (codeChat !== null && codeChat.confirmedAt !== null) {
    await call('DELETE Notice/CodeChat', {}).catch((error: unknown) => {
      if (!failures.notFound.is(error)) throw error;
    });
  }
  for (const { id, topics, language, opensAccount } of receivers) {
    if (opensAccount) await call('PUT Notice/Receiver', { body: { id, topics, language, opensAccount: false } });
  }
}

async function endOthers() {
  const others = (await call('GET Identity/Sessions', {})).filter(({ isCurrent }) => !isCurrent);
  await Promise.all(others.map(({ id }) => endSession(id)));
}

/** A session that a chat has opened ends with what closes the chat, so that the others go first; those that were opened meanwhile go last. */
async function endEverything() {
  await endOthers();
  await closeChats();
  await endOthers().catch((error: unknown) => {
    if (!failures.unauthorized.is(error)) throw error;
  });
}

function LeaveEverywhere() {
  const { isBusy, failure, act } = useAction();

  async function leave() {
    await endEverything();
    await session.leave();
  }

  return (
    <Section title={<Trans>Выйти везде</Trans>} card>
      <p>
        <Trans>
          Завершит все сеансы, и этот тоже, а из привязанного чата Telegram войти будет нельзя, пока его не привяжут
          снова. Пригодится, если потеряли телефон.
        </Trans>
      </p>
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
      <div>
        <ActionButton look="quiet" disabled={isBusy} onClick={() => void act(leave)}>
          <Trans>Выйти на всех устройствах</Trans>
        </ActionButton>
      </div>
    </Section>
  );
}
