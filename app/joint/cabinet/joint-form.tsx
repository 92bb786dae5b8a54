import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { AmountField } from '#base/ui/fields/amount-field.tsx';
import { Field } from '#base/ui/fields/field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { takeFocus } from '#base/ui/fields/take-focus.ts';
import { useRevisedForm } from '#base/ui/fields/use-revised-form.ts';
import { Row } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { usePercentText } from '#base/ui/page/use-percent-text.ts';
import panel from '#base/ui/panel/panel.module.css';
import { RevisedFormEnd } from '#base/ui/panel/revised-form-end.tsx';
import { jointChanged, jointStarted } from '../joint-failures.ts';
import { jointFaults, jointLimits } from '../joint-rules.ts';
import type { OwnJoint } from '../joint-shapes.ts';
import {
  bodyOf,
  draftOf,
  faultsOf,
  type MemberDraft,
  readUserName,
  restOf,
  withEqual,
  withOneMore,
} from './joint-draft.ts';
import classes from './joints-screen.module.css';
import { MemberFields } from './member-fields.tsx';

interface JointFormProps {
  /** Null: a new one. */
  readonly joint: OwnJoint | null;
  /** The user name of the host. */
  readonly own: string;
  /** It is saved, and its page has been read again. */
  readonly onSaved?: (jointId: string) => void;
  readonly onClose: () => void;
}

/** The form of a stream together: who is invited, and which percent each has. */
export function JointForm({ joint: present, own, onSaved, onClose }: JointFormProps) {
  const { t } = useLingui();
  const form = useRevisedForm({ present, draftOf, changed: jointChanged });
  const { thing: joint, draft, fields, change } = form;
  const [addedKey, setAddedKey] = useState<number | null>(null);
  const { members } = draft;
  const hasAgreed = present?.members.some(({ isHost, answer }) => !isHost && answer === 'Agreed') ?? false;

  async function save() {
    const send = (idempotencyKey: string) =>
      call('POST Joint/Save', { body: bodyOf(draft, joint) }, { idempotencyKey });
    const saved = await form.save(faultsOf(draft), send);
    if (saved === null) return;
    onSaved?.(saved.id);
    onClose();
  }

  /** The host is in it already, as the first. */
  function nameFault({ userName }: MemberDraft, fault: string | undefined): string | undefined {
    const isOwn = readUserName(userName).toLowerCase() === own.toLowerCase();
    return isOwn && fault === jointFaults.twice ? t`Это вы, ваша доля выше` : fault;
  }

  function changeMember(key: number, made: Partial<MemberDraft>) {
    change({ members: members.map((member) => (member.key === key ? { ...member, ...made } : member)) });
  }

  function addMember() {
    const more = withOneMore(draft);
    setAddedKey(more.members.at(-1)?.key ?? null);
    change(more);
  }

  return (
    <SentForm className={panel.panel} onSend={save}>
      <Field
        ref={takeFocus}
        label={t`Как назовёте стрим`}
        name="title"
        value={draft.title}
        maxLength={jointLimits.title}
        placeholder={t`Кооператив до утра`}
        error={fields.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <AmountField
        className={classes.own}
        label={t`Ваша доля`}
        unit="%"
        name="percent"
        value={draft.percent}
        error={fields.percent}
        onType={(percent) => change({ percent })}
      />
      {members.map((member, at) => (
        <MemberFields
          key={member.key}
          member={member}
          number={at + 1}
          isNew={member.key === addedKey}
          nameFault={nameFault(member, fields[`members.${at}.userName`])}
          percentFault={fields[`members.${at}.percent`]}
          onChange={(made) => changeMember(member.key, made)}
          onRemove={
            members.length < jointLimits.least
              ? null
              : () => change({ members: members.filter(({ key }) => key !== member.key) })
          }
        />
      ))}
      <Row gap={12} rowGap={8} align="center">
        {members.length + 1 < jointLimits.most && (
          <ActionButton look="quiet" onClick={addMember}>
            <Trans>Позвать ещё</Trans>
          </ActionButton>
        )}
        <ActionButton look="quiet" onClick={() => change(withEqual(draft))}>
          <Trans>Поровну</Trans>
        </ActionButton>
        <Rest rest={restOf(draft)} />
      </Row>
      {hasAgreed && (
        <p className={classes.quiet}>
          <Trans>Если изменить название, участников или доли, согласие нужно будет получить заново.</Trans>
        </p>
      )}
      <RevisedFormEnd
        form={form}
        ended={present?.state === 'Planned' || present === null ? null : jointStarted().message}
        onClose={onClose}
      >
        {joint === null ? <Trans>Позвать</Trans> : <Trans>Сохранить</Trans>}
      </RevisedFormEnd>
    </SentForm>
  );
}

/** What is not shared out yet, or too much. */
function Rest({ rest }: { readonly rest: number }) {
  const percentText = usePercentText();
  const text = percentText(Math.abs(rest));
  const whole = percentText(100);
  return (
    <p className={classes.rest} role="status" data-wrong={rest !== 0 || undefined}>
      {rest > 0 && <Trans>Осталось раздать {text}</Trans>}
      {rest < 0 && <Trans>Лишние {text}</Trans>}
      {rest === 0 && <Trans>Вместе {whole}</Trans>}
    </p>
  );
}
