import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { largestImageBytes } from '#app/images/image-choices.ts';
import { uploadPicture } from '#app/images/upload-picture.ts';
import { failures } from '#base/calls/errors.ts';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { mostPictures } from '../post-limits.ts';
import { GuardedPicture } from '../reading/post-picture.tsx';
import { rememberUpload } from '../reading/uploaded-here.ts';
import { FilePart } from './file-part.tsx';
import classes from './post-form.module.css';
import type { PostFormState } from './use-post-form.ts';

/** The pictures of a post: up to ten, in the order in which they are added. */
export function PostPictureField({ form }: { readonly form: PostFormState }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const [part, setPart] = useState(0);
  /** Others came while the first ones were on their way. */
  const [isEarly, setEarly] = useState(false);
  const { isBusy, failure, act } = useAction();
  const { draft, fields, change, whileUploading } = form;
  const { pictures } = draft;
  const isFull = pictures.length >= mostPictures;

  async function send(files: readonly File[]) {
    const message = t`Картинка больше 10 МБ. Выберите поменьше`;
    const left = mostPictures - pictures.length;
    for (const file of files.slice(0, left)) {
      if (file.size > largestImageBytes) throw failures.payloadTooLarge({ message });
      setPart(0);
      const { signal } = new AbortController();
      const name = await uploadPicture({ file, type: 'Post', onProgress: setPart, signal });
      rememberUpload(name, file);
      change((now) => ({ pictures: [...now.pictures, name] }));
    }
    if (files.length > left)
      throw failures.validationFailed({
        message: t`В пост помещается ${mostPictures} картинок, остальные не добавлены`,
      });
  }

  function add(files: readonly File[]) {
    setEarly(isBusy);
    if (!isBusy) void whileUploading(() => act(() => send(files)).finally(() => setEarly(false)));
  }

  function remove(name: string) {
    change((now) => ({ pictures: now.pictures.filter((one) => one !== name) }));
    adding.current?.focus();
  }

  return (
    <FilePart title={<Trans>Картинки</Trans>} onFiles={add}>
      {pictures.length > 0 && (
        <ul className={classes.pictures} aria-label={t`Картинки`}>
          {pictures.map((name, at) => (
            <li key={name}>
              <GuardedPicture name={name} width={256} alt={t`Картинка ${at + 1}`} />
              <TextButton aria-label={t`Убрать картинку ${at + 1}`} onClick={() => remove(name)}>
                <Trans>Убрать</Trans>
              </TextButton>
            </li>
          ))}
        </ul>
      )}
      <Row gap={12} rowGap={8} align="center">
        <ActionButton ref={adding} look="quiet" disabled={isBusy || isFull} onClick={() => input.current?.click()}>
          {isBusy ? t`Загружаем… ${Math.round(part * 100)} %` : <Trans>Добавить картинки</Trans>}
        </ActionButton>
        <span>
          {pictures.length} / {mostPictures}
        </span>
        <FaultLine>
          {isEarly ? t`Дождитесь, пока загрузятся первые картинки` : (failure?.message ?? fields.pictures)}
        </FaultLine>
        <input
          ref={input}
          type="file"
          multiple
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          aria-label={t`Файлы с картинками`}
          hidden
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            if (files.length > 0) add(files);
            currentTarget.value = '';
          }}
        />
      </Row>
    </FilePart>
  );
}
