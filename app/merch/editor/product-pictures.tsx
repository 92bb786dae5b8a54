import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Picture } from '#app/images/picture.tsx';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { useFileDrop } from '#base/ui/fields/use-file-drop.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { SortableList } from '#base/ui/lists/sortable-list.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import panel from '#base/ui/panel/panel.module.css';
import type { Color } from '../merch-shapes.ts';
import { mostProductImages } from '../product-rules.ts';
import sections from './product-editor.module.css';
import type { FormImage } from './product-form.ts';
import classes from './product-pictures.module.css';
import type { ProductFormState } from './use-product-form.ts';
import { type Upload, useUploads } from './use-uploads.ts';

interface ProductPicturesProps {
  readonly product: ProductFormState;
  readonly colors: readonly Color[];
  /** Called when uploads begin or end. */
  readonly onSending: (isSending: boolean) => void;
}

/** The pictures of the product: added by choice, drop or paste, ordered, each with its colour. */
export function ProductPictures({ product: { form, faults, change }, colors, onSending }: ProductPicturesProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const { images, colorIds } = form;
  const { uploads, add, drop, again } = useUploads((name) =>
    change((before) => ({ images: [...before.images, { name, colorId: null }] })),
  );
  const isSending = uploads.some(({ fault }) => fault === null);
  const left = mostProductImages - images.length - uploads.length;
  useEffect(() => onSending(isSending), [isSending, onSending]);

  const take = (files: Iterable<File>) =>
    add([...files].filter(({ type }) => type.startsWith('image/')).slice(0, left));
  const { isOver, place } = useFileDrop(take);
  const number = (image: FormImage) => images.indexOf(image) + 1;
  return (
    <section
      className={panel.panel}
      aria-label={t`Картинки`}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return;
        event.preventDefault();
        take(event.clipboardData.files);
      }}
      {...place}
    >
      <h2>
        <Trans>Картинки</Trans>
      </h2>
      {images.length > 0 && (
        <SortableList
          items={images}
          label={t`Картинки по порядку`}
          keyOf={({ name }) => name}
          nameOf={(image) => t`Картинка ${number(image)}`}
          onChange={(next) => change({ images: next })}
        >
          {(image, index) => (
            <PictureRow
              image={image}
              number={index + 1}
              colors={colors.filter(({ id }) => colorIds.includes(id))}
              onColour={(colorId) =>
                change({ images: images.map((one) => (one === image ? { ...one, colorId } : one)) })
              }
              onRemove={() => change({ images: images.filter((one) => one !== image) })}
            />
          )}
        </SortableList>
      )}
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} onAgain={() => again(upload)} onDrop={() => drop(upload.key)} />
      ))}
      <Stack className={classes.drop} gap={8} justify="start" data-over={isOver || undefined}>
        <ActionButton look="quiet" disabled={left <= 0} onClick={() => input.current?.click()}>
          <Trans>Добавить картинки</Trans>
        </ActionButton>
        <p>
          {left > 0 ? (
            <>
              <span className={classes.byMouse}>
                <Trans>Можно перетащить сюда или вставить из буфера.</Trans>{' '}
              </span>
              <Trans>Первая стоит на карточке.</Trans>
            </>
          ) : (
            <Trans>Больше {mostProductImages} картинок не нужно: уберите лишние.</Trans>
          )}
        </p>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          aria-label={t`Картинки`}
          onChange={({ currentTarget }) => {
            take(currentTarget.files ?? []);
            currentTarget.value = '';
          }}
        />
      </Stack>
      <span role="alert" className={sections.fault}>
        <FailureText>{faults.images}</FailureText>
      </span>
    </section>
  );
}

interface PictureRowProps {
  readonly image: FormImage;
  readonly number: number;
  readonly colors: readonly Color[];
  readonly onColour: (colorId: number | null) => void;
  readonly onRemove: () => void;
}

function PictureRow({ image, number, colors, onColour, onRemove }: PictureRowProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  return (
    <div className={classes.picture}>
      <span className={classes.thumb}>
        <Picture name={image.name} alt={t`Картинка ${number}`} width={72} height={72} sizes="72px" from={64} to={256} />
      </span>
      <select
        className={classes.colour}
        aria-label={t`Цвет на картинке ${number}`}
        value={image.colorId ?? ''}
        onChange={({ target: { value } }) => onColour(value === '' ? null : Number(value))}
      >
        <option value="">{t`Для всех цветов`}</option>
        {colors.map(({ id, name }) => (
          <option key={id} value={id}>
            {nameOf(name)}
          </option>
        ))}
      </select>
      <button type="button" className={classes.remove} onClick={onRemove} aria-label={t`Убрать картинку ${number}`}>
        <Trans>Убрать</Trans>
      </button>
    </div>
  );
}

interface UploadRowProps {
  readonly upload: Upload;
  readonly onAgain: () => void;
  readonly onDrop: () => void;
}

function UploadRow({ upload: { file, part, fault }, onAgain, onDrop }: UploadRowProps) {
  const { t } = useLingui();
  return (
    <div className={classes.upload}>
      <span className={classes.fileName}>{file.name}</span>
      {fault === null ? (
        <progress value={part} aria-label={t`Загрузка: ${file.name}`} />
      ) : (
        <span role="alert" className={sections.fault}>
          <FailureText>{fault}</FailureText>
        </span>
      )}
      {fault !== null && (
        <button type="button" className={classes.remove} onClick={onAgain}>
          <Trans>Ещё раз</Trans>
        </button>
      )}
      <button type="button" className={classes.remove} onClick={onDrop} aria-label={t`Не загружать: ${file.name}`}>
        <Trans>Убрать</Trans>
      </button>
    </div>
  );
}
