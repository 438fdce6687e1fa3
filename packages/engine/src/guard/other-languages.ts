/** The words of German, French, Spanish, Italian, Portuguese, Dutch and Russian for one thing. */
const any = (...words: string[]) => `(?:${words.join('|')})`

const IGNORE = any(
  'ignorier\\w*|missacht\\w*|vergiss|vergessen sie',
  'ignore[zr]?|oublie[zr]?',
  'ignor(?:a|ad|en|ar|ate|i)|olvid(?:a|ad|e|en|ar)|descart(?:a|e|en|ar)|haz caso omiso',
  'dimentica\\w*|trascura\\w*',
  'ignorem|esque[cç]\\w*|desconsider\\w*',
  'negeer\\w*|vergeet',
  'игнорир\\w*|забудь\\w*|не обращай\\w*',
)
const INSTRUCTIONS = any(
  'anweisung\\w*|instruktion\\w*|vorgaben|befehle',
  'instructions|consignes|directives',
  'instrucciones|órdenes|indicaciones',
  'istruzioni|direttive',
  'instru[cç](?:ões|oes|ão)',
  'instructies|opdrachten',
  'инструкци[а-я]*|указани[а-я]*|команды',
)
const MODEL = any(
  'ki(?:-\\w+)?|sprachmodelle?|assistent\\w*',
  'ia|modèles? de langage|modeles? de langage|assistants? ia',
  'modelos? de lenguaje|asistentes?|modell[oi] linguistic[oi]|assistent[ei]|modelos? de linguagem|taalmodel\\w*',
  'ии|нейросет[а-я]*|языков[а-я]+ модел[а-я]+|ассистент[а-я]*',
)
const MUST_SAY = any(
  '(?:muss|müssen|mussen|soll\\w*) .{0,40}(?:antwort\\w*|schreib\\w*|sagen|nennen|behaupt\\w*|ausgeb\\w*)|antworte|schreibe',
  '(?:doi[st]|doivent|devez) .{0,20}(?:répond\\w*|repond\\w*|écri\\w*|ecri\\w*|dire|affirmer)|répond(?:s|ez)|écri(?:s|vez)',
  '(?:debe[ns]?|deve|devi|devono|devem) .{0,20}(?:respond\\w*|rispond\\w*|escrib\\w*|escrev\\w*|scriv\\w*|dec\\w*|dire|dizer|afirmar)|responde|rispondi|responda|escriba|scrivi|escreva',
  '(?:moet|moeten) .{0,30}(?:antwoord\\w*|schrijven|zeggen)',
  '(?:должн[а-я]*|обязан[а-я]*) .{0,20}(?:ответ[а-я]*|отвеч[а-я]*|написа[а-я]*|сказа[а-я]*|утвержда[а-я]*)|ответь[а-я]*|напиши[а-я]*',
)

/** Chinese, Japanese and Korean, which put no spaces between words, or few. */
const EAST_ASIAN: readonly RegExp[] = [
  /(?:忽略|无视|忘记|忘掉|不要理会).{0,12}(?:之前|以前|以上|上面|上述|先前|前面|所有|全部|任何|一切|系统|你的|您的).{0,14}(?:指令|指示|提示|命令|说明|要求|规则|设定)/,
  /(?:以前|これまで|上記|前の|すべて|全て|あなた).{0,12}(?:指示|命令|指令|プロンプト|ルール).{0,8}(?:無視|忘れ)/,
  /(?:이전|앞의|위의|모든|당신|너의|지금까지).{0,12}(?:지시|명령|프롬프트|규칙).{0,10}(?:무시|잊)/,
  /(?:人工智能|语言模型|大模型|\bai|助手|机器人).{0,20}(?:必须|应该|应当|务必|需要|请).{0,10}(?:回答|写|说|输出|答复).{0,12}[:“"「『]/,
  /(?:人工知能|言語モデル|\bai|アシスタント).{0,30}(?:答え|書い|述べ|出力し|回答し)(?:て|なければ)/,
  /(?:인공지능|언어 모델|\bai|어시스턴트).{0,30}(?:답|써|말)(?:해|하|야)/,
  /^\P{L}*(?:请)?(?:只|仅|僅)(?:需)?回答|^\P{L}*(?:请)?告(?:诉|知)(?:用户|读者)|^\P{L}*(?:ユーザー|利用者|読者)に.{0,60}(?:伝え|言|知らせ)|^\P{L}*사용자에게.{0,60}(?:알려|말|전하|답)/u,
  /从现在(?:开始|起).{0,6}你|今から.{0,6}あなた|지금부터 .{0,10}당신/,
]

/** Patterns of text in other languages that addresses a model, for folded sentences: far fewer than for English. */
export const OTHER_LANGUAGES: readonly RegExp[] = [
  new RegExp(`(?<![\\p{L}])${IGNORE}.{0,60}${INSTRUCTIONS}|${INSTRUCTIONS}.{0,30}${IGNORE}`, 'u'),
  new RegExp(`(?<![\\p{L}])${MODEL}(?![\\p{L}]).{0,40}${MUST_SAY}`, 'u'),
  new RegExp(
    `^\\P{L}*${any(
      'antworte(?:n sie)? (?:nur|ausschließlich|ausschliesslich|immer)|sag(?:e|en sie)? (?:nur|dem (?:nutzer|benutzer|leser|anwender))',
      "r[eé]pond(?:s|ez) (?:uniquement|seulement|toujours)|(?:dis|dites|informe[sz]?) (?:à |a )?l['’ ]?(?:utilisateur|lecteur)",
      '(?:responde|responda|contesta) (?:solo|sólo|únicamente|unicamente|apenas|sempre|siempre)|(?:dile|diga|di|informa|informe) (?:al|ao|o) (?:usuario|usuário|lector|leitor)',
      "rispondi (?:solo|soltanto|sempre)|(?:di'?|informa) (?:all['’ ]?utente|l['’ ]?utente|al lettore)",
      'antwoord (?:alleen|uitsluitend|altijd)|vertel de gebruiker',
      '(?:отвечай|ответь)[а-я]* только|(?:скажи|сообщи)[а-я]* (?:пользовател|читател)[а-я]*',
    )}`,
    'u',
  ),
  new RegExp(
    any(
      '(?:ab jetzt|von nun an|ab sofort) .{0,30}(?<!\\p{L})(?:du|bist|antwort\\w*)(?!\\p{L})',
      '(?:désormais|desormais|à partir de maintenant|a partir de maintenant),? .{0,20}(?<!\\p{L})(?:tu|vous|répond\\w*|repond\\w*)(?!\\p{L})',
      "(?:a partir de ahora|a partir de agora|d['’]ora in poi),? .{0,20}(?<!\\p{L})(?:eres|serás|responde\\w*|você|voce|sei|risponderai)(?!\\p{L})",
      'vanaf nu .{0,20}(?<!\\p{L})(?:ben|antwoord\\w*)(?!\\p{L})',
      '(?:с этого момента|отныне) .{0,20}(?<!\\p{L})(?:ты|отвеча[а-я]*)(?!\\p{L})',
    ),
    'u',
  ),
  ...EAST_ASIAN,
]
