import type { welcome as english } from '../en/welcome.ts'
import type { Translation } from '../translation.ts'

export const welcome: Translation<'ja', typeof english> = {
  gives: '{referrerName}さんからの特典：{reward}',
  given: 'ご紹介の特典：{reward}',
  recommends: '{referrerName}さんがこのサービスをおすすめしています',
  recommended: 'このサービスをご紹介いただきました',
  aFriend: 'お友達',
  entered: '新規のお客様が対象です。コード {code} はご登録の際に自動で入力されます。',
  until: '{date}まで有効です。',
  applied: 'コード {code} が適用されています。{title}',
  invalid: 'このコードは使用できません。入力内容を確認するか、コードなしで続けてください。',
  inactive: '現在、コードは使用できません。コードなしで続けられます。',
  dismiss: '閉じる',
}
