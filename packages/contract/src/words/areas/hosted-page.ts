import { hostedPage as ar } from '../ar/hosted-page.ts'
import { hostedPage as de } from '../de/hosted-page.ts'
import { hostedPage as en } from '../en/hosted-page.ts'
import { hostedPage as es } from '../es/hosted-page.ts'
import { hostedPage as fr } from '../fr/hosted-page.ts'
import { hostedPage as it } from '../it/hosted-page.ts'
import { hostedPage as ja } from '../ja/hosted-page.ts'
import { hostedPage as nl } from '../nl/hosted-page.ts'
import { hostedPage as pl } from '../pl/hosted-page.ts'
import { hostedPage as pt } from '../pt/hosted-page.ts'
import type { Area } from '../translation.ts'

export const hostedPage: Area<typeof en> = { en, de, fr, es, it, nl, pt, pl, ja, ar }
