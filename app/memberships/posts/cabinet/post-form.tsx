import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { membersOf } from '#base/text/stored-value.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { Field, TextField } from '#base/ui/fields/field.tsx';
import { focusFirstFault } from '#base/ui/fields/focus-fault.ts';
import { SaveBar, SavedForm } from '#base/ui/fields/save-bar.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { Row } from '#base/ui/layout/parts.tsx';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import type { OwnLevel } from '../../levels/own-level.ts';
import { longest } from '../post-limits.ts';
import { HidingWords } from '../reading/hiding-words.tsx';
import { forgetUploads } from '../reading/uploaded-here.ts';
import type { OwnPost } from '../shown-post.ts';
import { PostAudioField } from './post-audio-field.tsx';
import classes from './post-form.module.css';
import { PostPictureField } from './post-picture-field.tsx';
import { PostPreview } from './post-preview.tsx';
import { SavedWords } from './saved-words.tsx';
import { type PostFormState, usePostForm } from './use-post-form.ts';

interface PostFormProps {
  /** Null: a new one. */
  readonly post: OwnPost | null;
  readonly levels: readonly OwnLevel[];
  readonly userName: string;
  readonly currency: string;
}

/** The form of a post: draft, publication and deletion, with a preview. */
export function PostForm({ post, levels, userName, currency }: PostFormProps) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const form = usePostForm(post);
  const { saved, made, isUnsaved, isBusy, isLate } = form;
  const [isGone, setGone] = useState(false);
  const blocker = useUnsaved(isUnsaved && !isGone);
  useEffect(() => forgetUploads, []);
  const isPublished = saved !== null && saved.publishedAt !== null;
  // The form of a new post gives its place to that of the saved one.
  const from = membersOf(state);
  const isMade = saved !== null && from.madeVersion === saved.version;
  const outcome = isLate || (isMade && from.isLate === true) ? 'late' : form.isSaved || isMade ? 'saved' : null;

  // Navigates after the form is saved, or the dialog about unsaved changes would open.
  useEffect(() => {
    if (made !== null && !isUnsaved)
      void navigate(`/profile/members/posts/${made.id}`, {
        replace: true,
        state: { madeVersion: made.version, isLate },
      });
    if (isGone) void navigate('/profile/members/posts', { replace: true });
  }, [made, isUnsaved, isLate, isGone, navigate]);

  return (
    <>
      {saved?.isRemoved ? (
        <div className={classes.removed}>
          <HidingWords hiding="removed" removedFor={saved.removedFor} isOwn />
        </div>
      ) : (
        <>
          <SavedForm className={classes.form}>
            <PostFields form={form} levels={levels} />
            <SaveBar
              isUnsaved={isUnsaved}
              isBusy={isBusy}
              fault={form.fault}
              saved={outcome && <SavedWords outcome={outcome} isPublished={isPublished} />}
              busy={form.isUploading ? <Trans>Загружаем файл…</Trans> : undefined}
              isMain={isPublished}
              save={isPublished ? <Trans>Сохранить</Trans> : <Trans>Сохранить черновик</Trans>}
              onForget={() => void form.discard()}
              onSave={() => void form.save(isPublished)}
            />
          </SavedForm>
          <PostActs form={form} userName={userName} onGone={() => setGone(true)} />
        </>
      )}
      <PostPreview
        draft={form.draft}
        postId={saved?.id ?? null}
        levels={levels}
        userName={userName}
        currency={currency}
      />
      <LeaveDialog blocker={blocker} />
    </>
  );
}

function PostFields({ form, levels }: { readonly form: PostFormState } & Pick<PostFormProps, 'levels'>) {
  const { t } = useLingui();
  const { draft, fields, change } = form;
  const isGone = ![...levels.map(({ id }) => id), 'everyone', 'members'].includes(draft.audience);
  return (
    <>
      <Field
        label={t`Заголовок`}
        value={draft.title}
        maxLength={longest.title}
        error={fields.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <SelectField
        label={t`Кому открыт`}
        value={draft.audience}
        error={fields.levelId}
        onChange={(event) => change({ audience: event.currentTarget.value })}
      >
        <option value="everyone">{t`Все`}</option>
        <option value="members">{t`Все подписчики`}</option>
        {levels.map(({ id, name }) => (
          <option key={id} value={id}>
            {t`Уровень «${name}» и дороже`}
          </option>
        ))}
        {isGone && <option value={draft.audience}>{t`Уровень, которого больше нет, и дороже`}</option>}
      </SelectField>
      <TextField
        label={t`Анонс`}
        value={draft.teaser}
        rows={3}
        maxLength={longest.teaser}
        error={fields.teaser}
        hint={t`Его видят в списке постов и те, кому пост не открыт`}
        counter={`${[...draft.teaser].length} / ${longest.teaser}`}
        onChange={(event) => change({ teaser: event.currentTarget.value })}
      />
      <TextField
        label={t`Текст`}
        className={classes.text}
        value={draft.text}
        maxLength={longest.text}
        error={fields.text}
        hint={
          <Trans>
            Заголовок: <code>## Текст</code>. Список: <code>- пункт</code>. Жирный: <code>**слово**</code>. Ссылка:{' '}
            <code>[слово](https://…)</code>.
          </Trans>
        }
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <PostPictureField form={form} />
      <PostAudioField form={form} />
      <Field
        label={t`Ссылка на видео`}
        value={draft.video}
        inputMode="url"
        maxLength={longest.video}
        error={fields.video}
        hint={t`YouTube и Twitch откроются прямо в посте, другие адреса — ссылкой`}
        onChange={(event) => change({ video: event.currentTarget.value })}
      />
    </>
  );
}

interface PostActsProps {
  readonly form: PostFormState;
  readonly userName: string;
  readonly onGone: () => void;
}

/** What is done with a post as a whole. */
function PostActs({ form, userName, onGone }: PostActsProps) {
  const { saved, isBusy } = form;
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    if (saved !== null && (await form.remove(saved))) onGone();
    setAsking(false);
  };
  return (
    <Row gap={12} rowGap={8} align="center">
      <PublicationActs form={form} userName={userName} />
      {saved !== null && (
        <ActionButton look="quiet" disabled={isBusy} onClick={() => setAsking(true)}>
          <Trans>Удалить</Trans>
        </ActionButton>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={isBusy}
        title={<Trans>Удалить пост?</Trans>}
        act={<Trans>Удалить</Trans>}
        onConfirm={() => remove()}
        onClose={() => setAsking(false)}
      >
        <Trans>Вернуть его будет нельзя: ни текст, ни картинки, ни аудио.</Trans>
      </ConfirmDialog>
    </Row>
  );
}

/** Publishes a draft; shows a published post, or takes it back. */
function PublicationActs({ form: { saved, isBusy, save }, userName }: Omit<PostActsProps, 'onGone'>) {
  const publishing = useRef<HTMLButtonElement>(null);
  const isTaken = useRef(false);
  const isPublished = saved !== null && saved.publishedAt !== null;
  // The button that was pressed is gone then.
  useEffect(() => {
    if (!isPublished && isTaken.current) publishing.current?.focus();
    isTaken.current = false;
  }, [isPublished]);
  const publish = async () => {
    if (!(await save(true))) focusFirstFault(document);
  };
  const takeBack = () => {
    isTaken.current = true;
    void save(false);
  };
  if (!isPublished)
    return (
      <ActionButton ref={publishing} disabled={isBusy} onClick={() => void publish()}>
        <Trans>Опубликовать</Trans>
      </ActionButton>
    );
  return (
    <>
      <LinkButton look="quiet" to={`/${userName}/posts/${saved.id}`}>
        <Trans>Открыть пост</Trans>
      </LinkButton>
      <ActionButton look="quiet" disabled={isBusy} onClick={takeBack}>
        <Trans>Вернуть в черновики</Trans>
      </ActionButton>
    </>
  );
}
