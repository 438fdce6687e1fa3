import type { SourceDocument } from '../../src/types.ts'
import { document } from './support.ts'

const text = (sentences: string) => sentences.trim().replace(/\n\s*/g, ' ')

/** What ten papers wrote about a tram, so that there is enough to report. */
export const TOWN: readonly SourceDocument[] = [
  [
    'Tram of Larkholm: the plan',
    `The council of Larkholm approved the plan for the tram in 2011. The plan foresaw three lines and forty stops.
     Councillor Agnes Holt wrote the first draft of the plan for the tram. The tram was to replace sixty diesel buses.
     Engineers of the town measured every street before the plan for the tram was signed.`,
  ],
  [
    'Cost of the Larkholm tram',
    `The tram of Larkholm cost 410 million crowns to build. The state paid half of the cost of the tram.
     A loan of 90 million crowns paid for the trams themselves. The auditors found the cost of the tram too high.
     Each kilometre of the tram line cost 17 million crowns.`,
  ],
  [
    'Building the Larkholm tram',
    `Workers began to build the tram of Larkholm in 2013. The tunnel under the castle delayed the tram by two years.
     Builders of the tram found a Roman bath under Mill Street. The firm Vester and Sons laid the rails of the tram.
     The last rail of the tram was laid in the spring of 2018.`,
  ],
  [
    'Agnes Holt',
    `Agnes Holt was a councillor of Larkholm for twelve years. Agnes Holt studied transport in Utrecht before the tram.
     Critics called Agnes Holt the mother of the tram. Agnes Holt left the council after the tram opened.
     Agnes Holt rode the first tram with her grandson.`,
  ],
  [
    'Critics of the tram of Larkholm',
    `Shopkeepers of Mill Street sued the town over the tram in 2014. The shopkeepers lost the case about the tram in court.
     Cyclists said that the rails of the tram were dangerous. Three hundred people marched against the tram in Larkholm.
     The critics of the tram wanted electric buses instead.`,
  ],
  [
    'Passengers of the Larkholm tram',
    `The tram of Larkholm carries 52,000 passengers on a weekday. Passengers of the tram pay 28 crowns for a ticket.
     Most passengers of the tram once took the bus. One passenger in five left a car at home for the tram.
     Passengers of the tram complained of crowded cars in winter.`,
  ],
  [
    'Air of Larkholm after the tram',
    `The air of Larkholm held a third less soot after the tram opened. Doctors of Larkholm saw fewer cases of asthma after the tram.
     Noise on Mill Street fell by four decibels with the tram. The town planted 600 lime trees along the tram.
     Bees returned to the grass between the rails of the tram.`,
  ],
  [
    'Accidents on the Larkholm tram',
    `Eleven accidents with the tram of Larkholm were counted in its first year. A tram hit a delivery van on Mill Street in 2019.
     The drivers of the tram now ring a bell at every stop. No passenger of the tram was killed in an accident.
     The accidents with the tram fell to four in 2021.`,
  ],
  [
    'Future of the Larkholm tram',
    `Larkholm wants to build a fourth line of the tram by 2030. The fourth line of the tram will reach the airport.
     A poll found that two in three people of Larkholm like the tram. The mayor promised that the tram will stay public.
     New trams for Larkholm will be built in Poland.`,
  ],
  ['Bread of Larkholm', `The bread of Larkholm is baked with rye. Bakers of Larkholm let the dough rest for a night.`],
].map(([title = '', body = '']) => document(title, text(body)))

export const TRAM = 'What did the tram of Larkholm change?'
