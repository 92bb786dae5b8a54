import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * All migrations. Databases have applied those on the main branch, and the server refuses to start on such a database with another text, so
 * they are never edited: a change comes in a new file, which brings its line here.
 */
const landed: Readonly<Record<string, string>> = {
  '0001_foundation.sql': 'e9be9ca61d7c0d19e5ad39b1a7777551968ba40be84785b2f3ad4077c285be2b',
  '0002_identity.sql': '72f75997662891de61c52d62b7da1a4a8a9ff20097fb5ef2187dac338b966c76',
  '0003_ledger.sql': 'b2dd7f98b2c8b5d6651ade4ad64e9211f42fd284181792926dd8df80492494fe',
  '0004_creators.sql': 'e633d446053a7e7d9c325f4b104103dfd7072e59c1d6d7f206da79c079d8aafa',
  '0005_payments.sql': '8aba5aa8640bf1f9a1b26137ac56affa9d99fc950c157654fe60ae5cc3efd414',
  '0006_donations.sql': 'ad231ec543a88e55463481e0af95e70f8ae4dc96c0a41233c3812ae2883b73f5',
  '0007_widgets.sql': 'b0decde947b6e4d73ccb68c9ea69210c1406903ad8397e732552ca1fef24be45',
  '0008_images.sql': 'f7a4f99b4cdba256226a81a8a300add7977434e67c9b1dfed6abab73fe2a81fd',
  '0009_profile.sql': '3032c21100124abf4f4edcac364e0b4243f8fe633997caa64355b5bde3738c6e',
  '0010_staff.sql': '4f61d6cae95765e4505155c5f761f181a95ca5ddb5cedc5156c37551e0761848',
  '0011_merch.sql': '8be676b148c942b2b92e8716ca650b6fc9e9abd396de00c90944abe1b97f4c84',
  '0012_delivery.sql': 'd17f5479c26dd5db64033f7146c7fdb690560e5967e5a4a38f84cd08bb4ee498',
  '0013_orders.sql': '473756a37c030e2ca14e0ee4ea692c2c4d494419a22f9e84586dcc0665a35776',
  '0014_payouts.sql': 'a272b30396586a4d830ded49d26bd3e0e2c691682290d899dc967e4c0c6c473c',
  '0015_integrations.sql': '32d1a3b908642b6cadc2230e3b4a80382b468ee76953f4c291a4ef0c581a17ea',
  '0016_payment_systems.sql': 'db1750bd4908f33a85243a529104c1151061dc987faa856d02f32508f7b51bd0',
  '0017_code_delivery.sql': '41e5e06d333d8229bcaf8ae81ad215ee4a7a0a04844a842ef7576cc32333540c',
  '0018_creator_stage.sql': 'f6bd649f871fcfae46a69c58d335df4a50252ea3e96c90b5baf3540179911bc7',
  '0019_payme.sql': 'f898d9a56a1684dcd6ab2a04bfd02b039351cc7c124fec6b66abf03d64bd1e90',
  '0020_size_charts.sql': 'ab50f7f8ce4f91530fc00fffc4d1501f568ec44c568aab537516dad94c209d45',
  '0021_thanked_donations.sql': '34e6887d554612bb176596ef6ce25feefcbabcf7816d1858768380ea282554f4',
  '0022_sold_out_products.sql': '5e4f65b592fadd3786c93defaaf0171de4b012c88fbbb47132613a78bccc7463',
  '0023_site.sql': 'f9ce0f40890715733a0a7fba9fff94482fe8f859005f43576b353a573d5559d5',
  '0024_click.sql': 'bc979e33fc0619b0e99d3e8fa0808b721d61d6d1c6a1d9295e02123ad9b24972',
  '0026_commits_side_by_side.sql': 'a5d8e15cc0a07779d3a28bf3d5a7a565776a814bcfbf2163b38e1860cc7093d8',
  '0027_numbers_in_an_index.sql': '23b321ada2dee3d075b60e6b7f0ae790a40590b433a63c5565b1394993a22d44',
  '0028_memberships.sql': '9fdb428cb80a617db3cd32355c39ea2d73e9676dc5f992aa77eb1d44fe51c84b',
  '0030_charges_under_way.sql': 'c884579983889f58437d23e9fd0f8800024695d6ba74a95bb597a35c1806d179',
  '0031_creator_statistics.sql': '75d7f8a98a165b718171a13fe17744e3be8290f683964174811c34e017f335be',
  '0032_read_from_indexes.sql': 'c9426ececff87d6b9ea3de39dec6fe73b5fdc1a9aba9ea98bae4593d02fbf19d',
  '0033_people_by_field.sql': '56ebc608cdfb0814ade3d529190336d0c65a4d380974f894b308fac534f6173d',
  '0034_notices.sql': 'e247fc5231b9bdfa3f992089e578bf7b6a05b22c64e471702fd036cc18366fa2',
  '0037_stripe.sql': 'b1df6aea5392facb4336f63dd8719ffa711f9bde205855aaba6e595d3e5dbb5a',
  '0038_turns_of_receivers.sql': 'f45b1c3b2d778a8c8a7aee93b5d2cdaa99e77f73a308f74cb4d6644b0da6c816',
  '0039_delivery_prices.sql': '1d45440ccfa9bd96fb7651212db721700a3ff51694e48d17f78f1370e9bd5abd',
  '0040_promo_codes.sql': 'fa5e9ad72eafdc4276e121bf081ae596f491474f0aea47bf239c53a1019d2134',
  '0041_messages_to_members.sql': '36fd46aa8409557491f45701708060c2ae707bd996eac7f699b54f3e8ab3a2ec',
  '0042_payme_receipts.sql': '372b86e982b1f559270632d7c39d6e651ce8a5fe120902d6c37db89bb43e6a98',
  '0043_notices_by_push.sql': '2ce61e12238bf3da4b7d0ba3a695f1880033d318ba834b29f7c8ce8a17d7fb56',
  '0044_imported_history.sql': '9ef6508bb004b171ada5a4b06b6ced331bac755ddbece541a9c691ba930a7188',
  '0045_months_and_searches.sql': 'd5292d658da5bd49db5a99f723069c942c8579626cdab62c02e49f08398e9dbb',
  '0046_texts_of_searches.sql': '98d7d077e78d44e60def62f151426660299dc303c0fa06ee79516aee1b337d92',
  '0047_memberships_of_creators.sql': '069c330c37ecb8eaca95ac086c03e8b709ec8ce74ca0b1a663e877cc159861e1',
  '0048_discounts_of_members.sql': '3b8562f5f64f2e0e537b5a34fcc018515b3dddd836dd389d7c44ba1c8a82d48c',
  '0049_places_of_categories.sql': '385935af721c1fa7cedcfe3447d66c4c04393a569611bde64a94d75f43f3c33e',
  '0050_words_of_donations.sql': '52bc1c0ee0030d58abb5c10a810abd835e78057f9a02213fd7e581301973eee0',
  '0051_payme_numbers_and_fiscal_receipts.sql': '9df66e9169034195652b45951f55f8d8a5fb338f59f0c04a81b2d7ecc0607223',
  '0052_seen_baskets.sql': '2b85c473c97485d97b078ebf416471c71b6b6f920efe6aaff72ea9fde3890b23',
  '0053_named_leases.sql': 'c2bd40c09035c93db289d46d78305dd060379aade1c221219e239daba3aa6e80',
  '0054_counters_folded_by_a_job.sql': 'ba1c5d4599d4c65e31594e5d5b445304ca01c7e059a1ef5271a0cfbf50001568',
  '0056_known_browsers.sql': '7e6238b906df21906aabfc2bad4184cefa18a554746488578909a2fa80ca76a7',
  '0057_lines_of_payments.sql': '77562f9f6c35454a6a0f8a15705f61f3a2a812c319e1a96510c6a74c113531ec',
  '0058_numbers_of_payout_acts.sql': 'ab3a7a96793b2285d50c1befd27bdc44390adbcbcfb8971d43cfb07e95420c93',
  '0059_payments_by_system_and_id.sql': 'ced1bdc8cff23b99c3794c3a198e20493b9711b516e9251d2791e1522015608e',
  '0060_one_payout_an_act_number.sql': 'e45f86ad8834121ec21f705ed009a19f572e4319f2fa46007069f7fe534c3fe0',
  '0061_tax_codes_and_missing_receipts.sql': '0c48cf8b32eb23abe542d9d3de1b0f96a1a142a97bd591b926fc55320ffc9d83',
  '0062_nightly_comparisons.sql': '26ccdcbc934a585b993ac40c1d28cdc7899752b34d87db9045ba106c78ea0844',
  '0063_posts.sql': '973151fd1a22716da6f2a915bcf97c291adb41840c74700efc20f930f4e71f5f',
  '0064_votes.sql': 'cc71eb2bb220456674b0024194a146cb66bcba73ad68fe513e3fec25c122fd7a',
  '0065_targets.sql': '898f837595617dc3460489c5b5926c3578f714fa95cd737f891b4cabe2b5e9eb',
  '0066_donathon.sql': '675879fce72c9db77ee150cc683c4ac274d5c8d5b79f051d2c6abf8a58a510ca',
  '0067_ids_of_payments_by_system.sql': '0bc115d1148b59039fea8561a48483c760b7550a4533581d5a4a33fe73f5ad52',
  '0068_receipts_on_request.sql': '4e3a0290b856fad8230348831ba5a6f1af5db53e12dfd381fa3370b02b27f9a0',
  '0069_saved_payme_cards.sql': '5a28f75443ffec2caf2d9576d38f13bb973b642c95d955ad3e00bde93ec582f7',
  '0070_products_for_members.sql': 'e2324d193cf190a6531e7cd66681781d95ec24082f3508a1056219f980fe473c',
  '0071_receipts_asked_in_turn.sql': '7009b2962843ecfd8113a939ac2100c59e334b6a02c6adb64bc393191b20cd76',
  '0072_posts_for_everyone.sql': 'c96427185b1ecc9f93e74267cb03686aab698437e7eaa080816ce0858a88807b',
  '0073_seen_versions.sql': '887f8f81004aadd9eebb0dd1485963fa6f9fdc427a2d2e3aa540c8c85d48590e',
  '0074_site_name.sql': '298ab6d2164ff20531791cab69bde34ad1e844abccc83ef1e8ec3528184fdcd2',
  '0075_embed_sites.sql': '55ee6ec21b5ea563e004f7e1bf61bbc1a06effaf13683e71b48972d19b90e2eb',
  '0076_rewards.sql': 'a67e201f3daeb7b2f68d40e2aba521097ebebaf246103a4afbc3ce397255705e',
  '0077_missed_rewards.sql': '1599a4545789011633d6c3194aac03269005c4961745adcc37396a1611d6e155',
  '0078_mark_missed_rewards.sql': '74ac36e7aa967e0de581857f8264bed8e9dc394b6ac90c8a3890e21ff8760768',
  '0079_lists_of_missed_rewards.sql': '4b5bebb7da7aed643503eaec3f4951b308a770775bea8dfdf963cb48f95d7f15',
  '0080_prices_of_pickup_points.sql': 'f1a5a2a8edd4ce5a31e466517589b59ad95b4e0d9174a9996c52119ce3032285',
  '0081_draws.sql': '0bc7b1cca2c8642597af5717f1c536940eb1784808d5b886105f9868cd857031',
  '0082_creator_videos.sql': '7e96b8bbbd9c8b630caa3b002e72fb65daa7838c3997b2450791b9e3ea3f5e71',
  '0083_donations_of_draws.sql': '9e7dc41ff278a975251e26adacf0245aa01bc01e45d23182453f383dafaa4c91',
  '0084_payment_flags.sql': '685445ca81a469b750b9581da9b4bc55d2e406fa47a8da4d7b2712507c3779e4',
  '0085_refunded_payments.sql': '63b1b79cb9be86dbecf2f381ce7baf975e0bc49429b7f7986b6cd628c48dc72f',
  '0086_equal_presets.sql': '4475b3a3490aedeacb4d2a5be3c4e20137b50bab98b0d3c9603fc50716ec0bf0',
  '0087_removed_cards.sql': '4ce1103569716e330b5201afd7eb3c14ea21debd33b5ade5f0a5e1a0ff017baf',
  '0088_monthly_statistics.sql': '055f64d92ada6cf57c621f02e11ff313ae75ece59286a64a51f1e4b0bf3167b7',
  '0089_payer_notices.sql': 'e66328468aea43c65c46eefe9e41131529340cf04ececbcc64b261e833003e77',
  '0090_charged_cards.sql': 'ab1edaeb17f034af8f4f572d375e306f28065f52b165415505e432d0fcd4e01f',
  '0091_gifted_months.sql': '7a338d41abb60822d5b0d09c62dfea28a0c9cbb5cac63c0c4e32a266a1cac67a',
  '0092_alert_speech.sql': '6c3d261741faac7c953316b969f2cd16d18b17a9cc0b13e3938356228fcf7212',
  '0093_members_by_month.sql': '2cbc00abc22418eb3eea8a33b46e8d5e4d0641c6cf3de423eb12fbd9cf6457d2',
  '0094_post_audio.sql': 'f70ce72c4e6fc71b247679c517ddf440fa32a30ad7fb275b89af9e47a391e889',
  '0096_operator_tax_number.sql': '175daf60a0f146a61edcead276f52070c710d3770c9a61c1e258127b72afbeaa',
  '0097_changed_terms.sql': '0faa47aec7902035e543cf52c245e80874484cd54b4b3e30f7a756c8d1b363b9',
  '0098_members_to_come.sql': 'b6b18f8ff58d941c71ec9240814f78628acab3ebaf0f2c1086729a123da071db',
  '0099_waived_receipts.sql': '15de6e57193c828da1a39d35802bc1e2671fad5edc1aa8640f4dffb0819f4fdf',
  '0100_receipts_of_payme_cards.sql': 'b69c67b6f9292763838978a4f711ce4cb7136836544d8c8c8dd06f44dfc2ff78',
  '0101_promises_of_refunded_months.sql': '20d06ee3ac75cfcdb5636da22bd41f0791875bc626259eadb58b406a3a2b83a0',
  '0102_charges_by_the_staff.sql': '0f5473b6c6a5c58f8dcfd9517b9a78dc15b1bb9f07b2ddb747d20d1cad02bed5',
};

it('every migration is as it landed', async () => {
  const folder = join(import.meta.dirname, '../../migrations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  expect(new Set(names.map((name) => name.slice(0, 4))).size, 'one migration a number').toBe(names.length);
  const found: Record<string, string> = {};
  for (const name of names) {
    const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
    found[name] = createHash('sha256').update(text).digest('hex');
  }
  expect(found).toEqual(landed);
});
