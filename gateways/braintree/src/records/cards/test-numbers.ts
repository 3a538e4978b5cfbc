/** Test numbers with a property of their own. */
export const numbersWith = {
  business: '4229989800000003',
  commercial: '4111111111131010',
  consumer: '4229989700000004',
  corporate: '4229989100000000',
  countryOfIssuance: '4111111111121102',
  debit: '4117101010101010',
  /** A sale to this one is disputed at once. */
  dispute: '4023898493988028',
  durbinRegulated: '4111161010101010',
  healthcare: '4111111510101010',
  issuingBank: '4111111141010101',
  noIndicators: '4111111111310101',
  payroll: '4111111114101010',
  prepaid: '4111111111111210',
  prepaidReloadable: '4229989900000002',
  purchase: '4229989500000006',
  unknownIndicators: '4111111111112101',
  /** The gateway rejects charges of these itself. */
  fraud: '4000111111111511',
  riskThresholds: '4111130000000003',
} as const

/** Other numbers are rejected, so that real cards are never stored. */
export function isTestNumber(number: string): boolean {
  return testNumbers.has(number)
}

const testNumbers: ReadonlySet<string> = new Set([
  ...Object.values(numbersWith),
  // American Express
  '378282246310005',
  '371449635398431',
  '341111111111111',
  '371260714673002',
  '378267515471109',
  '371544868764018',
  // Diners Club
  '36259600000004',
  '30569309025904',
  '38520000023237',
  // Discover
  '6011111111111117',
  '6011000991300009',
  '6011601160116611',
  // Elo, Hiper, Hipercard
  '5066991111111118',
  '6370950000000005',
  '6062820524845321',
  // JCB
  '3530111333300000',
  // Maestro
  '6304000000000000',
  // MasterCard
  '5555555555554444',
  '5454545454545454',
  '2223000048400011',
  '2223016768739313',
  // UnionPay
  '6212345678901232',
  '6212345678900085',
  '6221261111117766',
  '6223164991230014',
  '6222821234560017',
  // Visa
  '4111111111111111',
  '4005519200000004',
  '4009348888881881',
  '4012000033330026',
  '4012000077777777',
  '4012888888881881',
  '4217651111111119',
  '4500600000000061',
  // Numbers that the processor declines or fails
  '4000111111111115',
  '5105105105105100',
  '378734493671000',
  '6011000990139424',
  '3566002020360505',
])
