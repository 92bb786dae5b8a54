import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandTelegram,
  IconBrandTwitch,
  IconBrandX,
  IconBrandYoutube,
  IconWorld,
} from '@tabler/icons-react';
import { Field } from '#base/ui/fields/field.tsx';
import { type LinkField, linkFields } from '../field-rules.ts';
import { type LinkType, linkTypeOf } from '../link-type.ts';
import type { Profile } from '../profile.calls.ts';
import { markOf, valueIn } from '../profile-draft.ts';
import { MarkedLabel, RejectedComment } from './field-groups.tsx';
import classes from './profile-edit-screen.module.css';
import type { ProfileForm } from './use-profile-form.ts';

const icons = {
  instagram: IconBrandInstagram,
  telegram: IconBrandTelegram,
  facebook: IconBrandFacebook,
  youtube: IconBrandYoutube,
  twitch: IconBrandTwitch,
  twitter: IconBrandX,
  web: IconWorld,
} as const;

const rows: readonly { name: LinkField; label: string | null; example: string }[] = [
  { name: 'YoutubeLink', label: 'YouTube', example: 'https://youtube.com/@opora' },
  { name: 'TwitchLink', label: 'Twitch', example: 'https://twitch.tv/opora' },
  { name: 'TgLink', label: 'Telegram', example: 'https://t.me/opora' },
  { name: 'InsLink', label: 'Instagram', example: 'https://instagram.com/opora' },
  { name: 'TwitterLink', label: 'X (Twitter)', example: 'https://x.com/opora' },
  { name: 'FbLink', label: 'Facebook', example: 'https://facebook.com/opora' },
  { name: 'WebLink', label: null, example: 'https://opora.uz' },
];

/** The field for links of this type. */
function fieldOf(type: LinkType): LinkField | null {
  return rows.find(({ name }) => linkFields[name] === type)?.name ?? null;
}

/** Links to other sites. The network of a link is recognised by its host; a link pasted into the wrong row is moved. */
export function LinksSection({ profile, form }: { readonly profile: Profile; readonly form: ProfileForm }) {
  const { t } = useLingui();
  const isLocked = (name: LinkField) => markOf(profile, form.draft, name) === 'Awaiting';

  function type(row: LinkField, text: string) {
    const network = linkTypeOf(text);
    const right = network === null || network === 'web' ? null : fieldOf(network);
    const isForeign = right !== null && right !== row && row !== 'WebLink';
    if (isForeign && !isLocked(right) && valueIn(form.draft, right) === '') form.setField(right, text.trim());
    else form.setField(row, text);
  }

  return (
    <fieldset className={classes.section}>
      <legend>
        <Trans>Ссылки</Trans>
      </legend>
      {rows.map(({ name, label, example }) => {
        const text = valueIn(form.draft, name);
        const Icon = icons[linkTypeOf(text) ?? linkFields[name]];
        return (
          <div key={name} className={classes.reviewed}>
            <Field
              label={
                <MarkedLabel profile={profile} form={form} name={name}>
                  <span className={classes.network}>
                    <Icon size={20} stroke={1.75} aria-hidden /> {label ?? t`Сайт`}
                  </span>
                </MarkedLabel>
              }
              name={name}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder={example}
              value={text}
              readOnly={isLocked(name)}
              error={form.errors[name]}
              onBlur={() => form.judge(name)}
              onChange={(event) => type(name, event.currentTarget.value)}
            />
            <RejectedComment profile={profile} form={form} name={name} />
          </div>
        );
      })}
    </fieldset>
  );
}
