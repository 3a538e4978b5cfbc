import type { hostedPage as english } from '../en/hosted-page.ts'
import type { Translation } from '../translation.ts'

export const hostedPage: Translation<'ja', typeof english> = {
  'signIn.title': 'シェア用のリンク',
  'signIn.text':
    'メールアドレスを入力すると、あなたのページを開くリンクをお送りします。パスワードは必要ありません。',
  'signIn.textToJoin':
    'メールアドレスを入力すると、あなたのページを開くリンクをお送りします。初めての方には、シェア用の専用リンクをご用意します。パスワードは必要ありません。',
  'signIn.email': 'メールアドレス',
  'signIn.button': 'リンクを送る',
  'signIn.invalid': 'このアドレスではメールを受信できません。ご確認ください。',

  'sent.title': 'メールをご確認ください',
  'sent.text':
    'このアドレスが参加している場合は、1分以内にリンクを記載したメールが届きます。リンクは15分間、1回だけ使えます。迷惑メールフォルダもご確認ください。',
  'sent.again': 'もう一度リンクを送る',

  'enter.title': 'ページを開く',
  'enter.text': '{email} としてログインします。',
  'enter.button': 'マイページを開く',
  'enter.choose': 'このアドレスには複数のアカウントがあります。どれを開きますか？',

  'used.title': 'このリンクはもう使えません',
  'used.text': 'リンクは15分間、1回だけ使えます。',
  'used.button': '新しいリンクを受け取る',

  signedInAs: '{email} としてログイン中',

  signOut: 'ログアウト',

  otherAccounts: 'ほかのアカウント',

  'card.title': '配るためのカード',
  'card.text': 'コードを読み取るか、リンクを開いてください：',
  'card.print': 'カードを印刷',
  'card.qr': 'リンクのQRコード',

  'data.title': 'あなたのデータ',
  'data.text':
    'ボタンを押すとログアウトし、このページがこのブラウザに保存した内容を削除します。リンクは引き続き使え、特典もそのまま残ります。',
  'data.button': 'このページのデータを削除',
  'data.erasure':
    'あなたについて保存されているすべてのデータの削除をご希望の場合は、{address} までご連絡ください。',
  'data.erasureByCompany':
    'あなたについて保存されているすべてのデータの削除をご希望の場合は、プログラムの運営会社にお問い合わせください。',

  'left.title': 'ログアウトしました',
  'left.text': 'このブラウザには、このページのデータは残っていません。',
  'left.button': 'もう一度ログイン',

  'again.title': 'うまくいきませんでした',
  'again.text': 'ページを開き直して、もう一度お試しください。',
  'again.button': 'マイページを開く',

  'tooMany.title': '少々お待ちください',
  'tooMany.text': '試行回数が多すぎます。1分ほどしてからもう一度お試しください。',

  'unavailable.title': '少々お待ちください',
  'unavailable.text': 'ページを読み込めませんでした。数秒後にもう一度お試しください。',

  'unknown.title': 'ページが見つかりません',
  'unknown.text': 'アドレスをご確認いただくか、アドレスを受け取った会社にお問い合わせください。',
}
