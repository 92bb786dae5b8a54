import { Trans, useLingui } from '@lingui/react/macro';
import { type ClipboardEvent, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { largestImageBytes } from '#app/images/image-choices.ts';
import { Picture } from '#app/images/picture.tsx';
import { bring } from '#base/pages/bring.ts';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { useFileDrop } from '#base/ui/fields/use-file-drop.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { FieldComment, FieldMark } from '../field-mark.tsx';
import type { FieldMark as Mark } from '../profile-draft.ts';
import classes from './picture-field.module.css';

const CropDialog = lazy(() => bring(() => import('./crop-dialog.tsx')));

const targets = { Avatar: { width: 512, height: 512 }, Banner: { width: 2048, height: 512 } } as const;

interface PictureFieldProps {
  readonly type: keyof typeof targets;
  /** The name of the stored picture, or `''`. */
  readonly value: string;
  /** Shown if there is no picture. */
  readonly standIn: ReactNode;
  readonly mark: Mark;
  readonly comment: string | null;
  readonly error: string | undefined;
  readonly onChange: (name: string) => void;
}

/** A picture field: choose, drop or paste a file, crop it and upload it. Locked during review. */
export function PictureField({ type, value, standIn, mark, comment, error, onChange }: PictureFieldProps) {
  const { t } = useLingui();
  const title = useId();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { isOver, place } = useFileDrop(([file]) => void open(file));
  const isAwaiting = mark === 'Awaiting';
  const { width, height } = targets[type];

  async function open(file: File | undefined) {
    if (file === undefined || isAwaiting) return;
    setFault(null);
    // The crop is far smaller than the file: only files that no phone can decode are refused here.
    if (file.size > largestImageBytes * 4) return setFault(t`Файл слишком большой. Выберите картинку до 40 МБ`);
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      setFault(t`Не получилось открыть картинку. Подойдут JPEG, PNG, WebP, AVIF и GIF`);
    }
  }

  function close() {
    picture?.close();
    setPicture(null);
  }

  function onPaste(event: ClipboardEvent) {
    const [file] = event.clipboardData.files;
    if (file === undefined) return;
    event.preventDefault();
    void open(file);
  }

  const label = type === 'Avatar' ? t`Аватар` : t`Баннер`;
  return (
    <Stack as="section" gap={10} aria-labelledby={title} onPaste={onPaste} {...place}>
      <Row as="h2" gap={12} rowGap={8} align="center" size={14} weight={500}>
        <span id={title}>{label}</span> <FieldMark mark={mark} />
      </Row>
      <Row className={classes.drop} align="center" data-type={type} data-over={isOver || undefined}>
        <div className={type === 'Avatar' ? classes.avatar : classes.banner}>
          {value === '' ? (
            standIn
          ) : (
            <Picture name={value} alt="" width={width} height={height} sizes={type === 'Avatar' ? '96px' : '640px'} />
          )}
        </div>
        <Stack className={classes.side} gap={8}>
          <Row gap={8}>
            <ActionButton look="quiet" disabled={isAwaiting} onClick={() => input.current?.click()}>
              {value === '' ? <Trans>Выбрать картинку</Trans> : <Trans>Заменить</Trans>}
            </ActionButton>
            {value !== '' && !isAwaiting && (
              <ActionButton look="quiet" onClick={() => onChange('')}>
                <Trans>Убрать</Trans>
              </ActionButton>
            )}
          </Row>
          <p className={isAwaiting ? classes.hint : `${classes.hint} ${classes.byMouse}`}>
            {isAwaiting ? (
              <Trans>Изменить можно после решения модератора.</Trans>
            ) : (
              <Trans>Можно перетащить сюда или вставить из буфера.</Trans>
            )}
          </p>
          <FaultLine>{fault ?? error}</FaultLine>
        </Stack>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          aria-label={label}
          hidden
          onChange={({ currentTarget }) => {
            void open(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
      </Row>
      {comment !== null && mark === 'Reject' && <FieldComment comment={comment} />}
      {picture !== null && (
        <Suspense>
          <CropDialog
            picture={picture}
            type={type}
            target={targets[type]}
            onClose={close}
            onUploaded={(name) => {
              onChange(name);
              close();
            }}
          />
        </Suspense>
      )}
    </Stack>
  );
}
