import { Trans, useLingui } from '@lingui/react/macro';
import { Ikat, IkatAvatar } from '#app/images/ikat.tsx';
import { PageHead } from '#base/pages/page-head.tsx';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { SaveBar, SavedForm } from '#base/ui/fields/save-bar.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { useOwnSection } from '../own-profile.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import { markOf, valueIn } from '../profile-draft.ts';
import { editSections, fieldsIn } from './edit-sections.ts';
import { AboutSection, commentOn, NamesSection, TypesSection } from './field-groups.tsx';
import { LinksSection } from './links-section.tsx';
import { LookSection } from './look-section.tsx';
import classes from './profile-edit-screen.module.css';
import { ProfilePreview } from './profile-preview.tsx';
import { SectionLinks, useEditSection } from './section-links.tsx';
import { useProfileForm } from './use-profile-form.ts';
import { useUserNameCheck } from './use-user-name-check.ts';

/** All fields of the public page with their review state, beside a preview. */
export default function ProfileEdit() {
  const { t } = useLingui();
  const { profile } = useOwnSection();
  const { section, show } = useEditSection();
  const form = useProfileForm(profile, (names) => {
    // The first field at fault gets the focus, so it has to be in sight.
    const first = editSections.find((one) => fieldsIn(one, names).length > 0);
    if (first !== undefined && first !== section) show(first);
  });
  const [userName, checkUserName] = useUserNameCheck(profile.userName);
  const { draft, isSaved, fault, isUnsaved, isBusy } = form;
  const blocker = useUnsaved(isUnsaved);
  const isMarked = profile.fields.some(({ state }) => state === 'Awaiting');

  const pictureOf = (type: 'Avatar' | 'Banner') => ({
    type,
    value: valueIn(draft, type),
    mark: markOf(profile, draft, type),
    comment: commentOn(profile, type),
    error: form.errors[type],
    onChange: (name: string) => form.setField(type, name),
  });

  return (
    <>
      <PageHead title={t`Моя страница`} noIndex />
      <PageTitle>
        <Trans>Моя страница</Trans>
      </PageTitle>
      <SavedForm>
        <Stack className={classes.columns} align="start">
          <div>
            <SectionLinks profile={profile} form={form} section={section} onShow={show} />
            <div hidden={section !== 'main'}>
              <Stack gap={20}>
                <Stack className={classes.card} gap={20} card fit>
                  <PictureField
                    {...pictureOf('Avatar')}
                    standIn={<IkatAvatar userName={profile.userName} size={96} />}
                  />
                  <PictureField
                    {...pictureOf('Banner')}
                    standIn={<Ikat userName={profile.userName} width={640} height={160} />}
                  />
                </Stack>
                <Stack className={classes.card} card fit>
                  <NamesSection
                    form={form}
                    userName={userName}
                    onUserName={(text) => {
                      form.setText('userName', text);
                      checkUserName(text);
                    }}
                  />
                </Stack>
              </Stack>
            </div>
            <div hidden={section !== 'about'}>
              <Stack gap={20}>
                <Stack className={classes.card} card fit>
                  <TypesSection profile={profile} form={form} />
                </Stack>
                <Stack className={classes.card} card fit>
                  <AboutSection profile={profile} form={form} />
                </Stack>
              </Stack>
            </div>
            <div hidden={section !== 'links'}>
              <Stack className={classes.card} card fit>
                <LinksSection profile={profile} form={form} />
              </Stack>
            </div>
            <div hidden={section !== 'look'}>
              <Stack className={classes.card} card fit>
                <LookSection profile={profile} form={form} />
              </Stack>
            </div>
          </div>
          <Stack as="aside" className={classes.preview} gap={12}>
            <h2>
              <Trans>Как увидят другие</Trans>
            </h2>
            <ProfilePreview draft={draft} />
            <p>
              <Trans>
                Имя, цвет и узор меняются сразу, остальное после проверки. До неё все видят прежнюю страницу.
              </Trans>
            </p>
          </Stack>
        </Stack>
        <SaveBar
          isUnsaved={isUnsaved}
          isBusy={isBusy}
          fault={fault}
          saved={isSaved ? <SavedWords isMarked={isMarked} /> : null}
          onForget={() => {
            form.forget();
            checkUserName(profile.userName);
          }}
          onSave={() => void form.save()}
        />
      </SavedForm>
      <LeaveDialog blocker={blocker} />
    </>
  );
}

/** `isMarked`: something of the page waits for the moderator. */
function SavedWords({ isMarked }: { readonly isMarked: boolean }) {
  if (!isMarked) return <Trans>Сохранено</Trans>;
  return <Trans>Сохранено. Отмеченное «На проверке» сначала посмотрит модератор</Trans>;
}
