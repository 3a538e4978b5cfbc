import type { mails as english } from '../en/mails.ts'
import type { Translation } from '../translation.ts'

export const mails: Translation<'ja', typeof english> = {
  greeting: '{firstName} 様',
  greetingWithoutName: 'こんにちは。',
  aFriend: 'お友達',
  aReward: '特典',

  'FRIEND_JOINED.subject': '{friendName}さんがあなたのリンクから参加しました',
  'FRIEND_JOINED.heading': 'ご紹介が届きました',
  'FRIEND_JOINED.body':
    '{friendName}さんがあなたのリンクから参加しました。お客様になると、次の特典を受け取れます：{reward}',
  'FRIEND_JOINED.bodyWithoutReward':
    '{friendName}さんがあなたのリンクから参加しました。ご紹介ありがとうございます。',
  'FRIEND_JOINED.button': 'もう一度リンクをシェア',

  'REWARD_EARNED.subject': '特典を獲得しました',
  'REWARD_EARNED.heading': 'あなたへの特典',
  'REWARD_EARNED.body': 'ありがとうございます。次の特典を獲得しました：{reward}',
  'REWARD_EARNED.button': 'お友達を招待',

  'REWARD_EXPIRING.subject': '特典の有効期限は{expiryDate}です',
  'REWARD_EXPIRING.heading': '特典の有効期限が近づいています',
  'REWARD_EXPIRING.body': 'まだ使われていない特典があります：{reward}。有効期限は{expiryDate}です。',
  'REWARD_EXPIRING.button': '',

  'DISCOUNT_ENDING.subject': '割引は{expiryDate}に終了します',
  'DISCOUNT_ENDING.heading': '割引の終了日が近づいています',
  'DISCOUNT_ENDING.body':
    '{expiryDate}までご利用いただける特典：{reward}。あなたのリンクから新しいお客様が増えると、新しい特典を受け取れます。',
  'DISCOUNT_ENDING.button': 'リンクをシェア',

  'SHARE_REMINDER.subject': 'シェア用のあなたのリンク',
  'SHARE_REMINDER.heading': '気に入ってくれそうな方はいませんか？',
  'SHARE_REMINDER.body':
    'あなた専用のリンクがあります。リンクからお客様が増えるたびに、次の特典を受け取れます：{reward}。このお知らせは今回限りです。',
  'SHARE_REMINDER.bodyWithoutReward':
    'あなた専用のリンクがあります。気に入ってくれそうなお友達に送ってみませんか。このお知らせは今回限りです。',
  'SHARE_REMINDER.button': 'リンクを開く',

  'REFERRAL_CHECKED.subject': 'ご紹介の一件を確認しています',
  'REFERRAL_CHECKED.heading': 'ご紹介を確認しています',
  'REFERRAL_CHECKED.body':
    '特典をお渡しする前に、ご紹介（{friendName}）を確認しています。特にご対応いただくことはありません。お知らせいただきたいことがあれば、一度だけお書きいただけます。',
  'REFERRAL_CHECKED.button': 'メッセージを送る',
  checkedUntil: '確認は{expiryDate}までかかることがあります。',

  'INVITATION.subject': '{senderName}さんからのご招待：{programName}',
  'INVITATION.heading': '{senderName}さんからのご招待',
  'INVITATION.body':
    '{senderName}さんは当社のサービスを利用しており、あなたにも気に入ってもらえると考えています。このリンクからお客様になると、次の特典を受け取れます：{reward}',
  'INVITATION.bodyWithoutReward':
    '{senderName}さんは当社のサービスを利用しており、あなたにも気に入ってもらえると考えています。このリンクからご覧いただけます。',
  'INVITATION.button': '内容を見る',
  invitedBecause:
    'このメールは、{senderName}さんがあなたのアドレスを入力し、当社に送信を依頼したため、一度だけお送りしています（{programName}）。あなたがお客様になると、{senderName}さんは特典を受け取る場合があります。アドレスは30日後に削除し、再送はいたしません。',
  privacy: '個人データの取り扱い',
  noInvitations: '今後の招待を受け取らない',

  'PAGE_SIGN_IN.subject': '{programName} へのログイン',
  'PAGE_SIGN_IN.heading': 'ログイン用リンク',
  'PAGE_SIGN_IN.body': 'ボタンを押すとあなたのページが開きます。リンクは15分間、1回だけ使えます。',
  'PAGE_SIGN_IN.button': 'マイページを開く',
  'PAGE_SIGN_IN.why':
    'このメールは、{programName} のページでこのアドレスが入力されたためお送りしています。お心当たりがない場合は、そのまま破棄してください。このメールがなければ誰もログインできません。',

  queuedFrom: 'すでにお持ちの割引の後、{beginDate}から適用されます。',
  validUntil: '有効期限：{expiryDate}',
  why: 'このメールは、紹介プログラム「{programName}」に参加されている方にお送りしています。',
  unsubscribe: 'メールの配信を停止する',
}
