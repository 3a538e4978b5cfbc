import type { welcome as english } from '../en/welcome.ts'
import type { Translation } from '../translation.ts'

export const welcome: Translation<'nl', typeof english> = {
  gives: '{referrerName} geeft je {reward}',
  given: 'Iemand geeft je {reward}',
  recommends: '{referrerName} raadt je dit aanbod aan',
  recommended: 'Dit aanbod is je aangeraden',
  aFriend: 'Iemand',
  entered: 'Voor nieuwe klanten. De code {code} wordt bij je aanmelding voor je ingevuld.',
  until: 'Geldig tot en met {date}.',
  applied: 'De code {code} is toegepast: {title}.',
  invalid: 'Deze code werkt niet. Controleer de spelling of ga verder zonder code.',
  inactive: 'Op dit moment kan geen code worden gebruikt. Je kunt verdergaan zonder code.',
  dismiss: 'Sluiten',
}
