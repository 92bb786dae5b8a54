import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useTypeNames } from '#app/creators/type-names.tsx';
import { pictureAddress } from '#app/images/picture-address.ts';
import { isLinkField } from '#app/profile/field-rules.ts';
import { httpsUrl } from '#app/profile/link-type.ts';
import classes from './field-value.module.css';

interface FieldValueProps {
  readonly name: string;
  readonly value: string;
}

function typesOf(value: string): number[] {
  const list: unknown = JSON.parse(value);
  return Array.isArray(list) ? list.filter((id) => typeof id === 'number') : [];
}

/** A field value for review: pictures large, links with their real host. */
export function FieldValue({ name, value }: FieldValueProps) {
  const typeNames = useTypeNames();
  if (value === '') {
    return (
      <span className={classes.none}>
        <Trans>пусто</Trans>
      </span>
    );
  }
  if (name === 'Avatar' || name === 'Banner') return <PictureValue name={name} value={value} />;
  if (name === 'UserType') return <span>{typeNames(typesOf(value)).join(', ')}</span>;
  if (isLinkField(name) || name === 'Video') return <LinkValue value={value} />;
  return <span className={classes.text}>{value}</span>;
}

function PictureValue({ name, value }: FieldValueProps) {
  const { t } = useLingui();
  const [isGone, setGone] = useState(false);
  if (isGone) {
    return (
      <span className={classes.none}>
        <Trans>картинки больше нет</Trans>
      </span>
    );
  }
  return (
    <a href={pictureAddress(value, 2048)} target="_blank" rel="noopener noreferrer" className={classes.pictureLink}>
      <img
        className={classes.picture}
        data-kind={name}
        src={pictureAddress(value, name === 'Avatar' ? 512 : 1024)}
        alt={name === 'Avatar' ? t`Аватар, открыть целиком` : t`Баннер, открыть целиком`}
        loading="lazy"
        decoding="async"
        onError={() => setGone(true)}
      />
    </a>
  );
}

/** Opens in a new tab without a referrer and shows its host as the browser resolves it. */
function LinkValue({ value }: { readonly value: string }) {
  const url = httpsUrl(value);
  if (url === null) return <span className={classes.text}>{value}</span>;
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer nofollow" className={classes.link}>
      <b>{url.host}</b>
      <wbr />
      <span>{url.href.slice(url.origin.length)}</span>
    </a>
  );
}
