import type { welcome as english } from '../en/welcome.ts'
import type { Translation } from '../translation.ts'

export const welcome: Translation<'ar', typeof english> = {
  gives: 'هدية لك من {referrerName}: {reward}',
  given: 'هدية لك: {reward}',
  recommends: '{referrerName} يوصيك بهذا العرض',
  recommended: 'تمت توصيتك بهذا العرض',
  aFriend: 'صديق',
  entered: 'للعملاء الجدد. سيُدخل الرمز {code} نيابةً عنك عند التسجيل.',
  until: 'صالح حتى {date}.',
  applied: 'تم تطبيق الرمز {code}: {title}.',
  invalid: 'هذا الرمز لا يعمل. يُرجى التحقق من كتابته أو المتابعة من دونه.',
  inactive: 'لا يمكن استخدام أي رمز حاليًا. يمكنك المتابعة من دونه.',
  dismiss: 'إغلاق',
}
