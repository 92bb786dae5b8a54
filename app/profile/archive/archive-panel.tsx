import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Field } from '#base/ui/fields/field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import panel from '#base/ui/panel/panel.module.css';
import { Section } from '#base/ui/panel/section.tsx';
import { type ArchiveStep, useArchive } from './use-archive.ts';

/** What the archive is, and then how its download goes. */
function ArchiveStepText({ step }: { readonly step: ArchiveStep }) {
  if (step === 'Making')
    return <Trans>Архив скачивается. Следите за ним в загрузках браузера, эту страницу можно закрыть.</Trans>;
  if (step === 'Whole')
    return <Trans>Архив отправлен целиком. Проверьте в загрузках браузера, что он сохранился.</Trans>;
  if (step === 'Broken') return <Trans>Загрузка оборвалась, и такой файл не откроется. Скачайте архив ещё раз.</Trans>;
  if (step === 'Lost') return <Trans>Браузер не начал загрузку. Попробуйте ещё раз.</Trans>;
  return (
    <Trans>
      Один файл ZIP: страница, донаты, счета и выплаты, голосования и розыгрыши, подписчики и посты, товары и заказы,
      настройки виджетов, картинки, аудио и звуки.
    </Trans>
  );
}

/** Everything of the person as one file, for whoever types the password once more. Escape and «Отмена» forget what was typed. */
export function ArchivePanel({ phone }: { readonly phone: string }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const [password, setPassword] = useState('');
  const { step, isBusy, failure, fields, ask, forget } = useArchive();
  const form = useRef<HTMLFormElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (isAsking) form.current?.querySelector<HTMLElement>('[name=archivePassword]')?.focus();
  }, [isAsking]);

  function open() {
    forget();
    setAsking(true);
  }

  function close() {
    setPassword('');
    setAsking(false);
  }

  function cancel() {
    flushSync(close);
    opener.current?.focus();
  }

  async function send() {
    if (!(await ask(password))) return;
    close();
    status.current?.focus();
  }

  return (
    <Section title={<Trans>Забрать всё с собой</Trans>} card>
      <p ref={status} role="status" tabIndex={-1} data-tone={step === 'Whole' ? 'saved' : undefined}>
        <ArchiveStepText step={step} />
      </p>
      <p>
        <Trans>В нём нет паролей и ключей, имён тех, кто дал анонимно, и телефонов других людей.</Trans>
      </p>
      {isAsking ? (
        <SentForm
          ref={form}
          className={panel.section}
          onSend={send}
          onKeyDown={({ key }) => {
            if (key === 'Escape') cancel();
          }}
        >
          <input type="text" name="username" autoComplete="username" value={phone} readOnly hidden />
          <Field
            label={t`Ваш пароль`}
            name="archivePassword"
            type="password"
            autoComplete="current-password"
            value={password}
            error={fields.password}
            hint={t`Чтобы архив не скачал тот, кто сел за ваш компьютер. Если пароля нет, задайте его выше`}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {failure !== null && fields.password === undefined && <ErrorNotice>{failure.message}</ErrorNotice>}
          <Row gap={12}>
            <ActionButton isDefault disabled={isBusy}>
              <Trans>Скачать</Trans>
            </ActionButton>
            <ActionButton look="quiet" onClick={cancel}>
              <Trans>Отмена</Trans>
            </ActionButton>
          </Row>
        </SentForm>
      ) : (
        <div>
          <ActionButton ref={opener} look="quiet" disabled={step === 'Making'} onClick={open}>
            <Trans>Скачать архив</Trans>
          </ActionButton>
        </div>
      )}
    </Section>
  );
}
