/** Sixty texts as people send them: two in each of twenty languages, and twenty of code and data. None of them has shaped the table. */

const LANGUAGES = {
  English: [
    "Could you look at the failing build from this morning? The second test times out on the slow machine, and I suspect that the cache is cleared too early. A short summary with the two most likely causes is enough.",
    "We moved to a smaller house near the river last spring. The garden is wild, the neighbours are kind, and on quiet evenings you can hear the trains crossing the old iron bridge far away.",
  ],
  Spanish: [
    "¿Puedes revisar la compilación que falló esta mañana? La segunda prueba se queda sin tiempo en la máquina lenta y sospecho que la memoria intermedia se borra demasiado pronto.",
    "La primavera pasada nos mudamos a una casa más pequeña junto al río. El jardín está descuidado, los vecinos son amables y por las noches se oyen los trenes a lo lejos.",
  ],
  French: [
    "Peux-tu regarder la compilation qui a échoué ce matin ? Le deuxième test dépasse le délai sur la machine lente, et je soupçonne que le cache est vidé trop tôt.",
    "Au printemps dernier, nous avons déménagé dans une maison plus petite près de la rivière. Le jardin est sauvage, les voisins sont gentils et le soir on entend passer les trains.",
  ],
  German: [
    "Kannst du dir den fehlgeschlagenen Build von heute Morgen ansehen? Der zweite Test überschreitet auf der langsamen Maschine die Zeitgrenze, vermutlich wird der Zwischenspeicher zu früh geleert.",
    "Im letzten Frühling sind wir in ein kleineres Haus am Fluss gezogen. Der Garten ist verwildert, die Nachbarn sind freundlich, und abends hört man die Züge über die Eisenbahnbrücke fahren.",
  ],
  Portuguese: [
    "Você pode olhar a compilação que falhou hoje de manhã? O segundo teste estoura o tempo na máquina lenta, e desconfio que o cache seja limpo cedo demais.",
    "Na primavera passada mudamos para uma casa menor perto do rio. O jardim está abandonado, os vizinhos são simpáticos e à noite ouvimos os trens passando ao longe.",
  ],
  Italian: [
    "Puoi dare un'occhiata alla compilazione fallita stamattina? Il secondo test supera il tempo massimo sulla macchina lenta e sospetto che la cache venga svuotata troppo presto.",
    "La primavera scorsa ci siamo trasferiti in una casa più piccola vicino al fiume. Il giardino è incolto, i vicini sono gentili e la sera si sentono passare i treni.",
  ],
  Polish: [
    "Czy możesz spojrzeć na kompilację, która nie powiodła się dziś rano? Drugi test przekracza limit czasu na wolnej maszynie i podejrzewam, że pamięć podręczna jest czyszczona za wcześnie.",
    "Zeszłej wiosny przeprowadziliśmy się do mniejszego domu nad rzeką. Ogród jest zarośnięty, sąsiedzi są mili, a wieczorami słychać pociągi przejeżdżające przez stary most.",
  ],
  Finnish: [
    "Voisitko katsoa aamulla epäonnistunutta käännöstä? Toinen testi ylittää aikarajan hitaalla koneella, ja epäilen, että välimuisti tyhjennetään liian aikaisin.",
    "Muutimme viime keväänä pienempään taloon joen rannalle. Puutarha on villiintynyt, naapurit ovat ystävällisiä, ja hiljaisina iltoina kuulee junien ylittävän vanhan rautasillan.",
  ],
  Turkish: [
    "Bu sabah başarısız olan derlemeye bakabilir misin? İkinci test yavaş makinede zaman aşımına uğruyor ve önbelleğin çok erken temizlendiğinden şüpheleniyorum.",
    "Geçen bahar nehrin yanındaki daha küçük bir eve taşındık. Bahçe yabani, komşular iyi yürekli ve sessiz akşamlarda eski demir köprüden geçen trenlerin sesi duyuluyor.",
  ],
  Vietnamese: [
    "Bạn có thể xem giúp bản dựng bị lỗi sáng nay không? Bài kiểm tra thứ hai bị quá thời gian trên máy chậm, và tôi nghi rằng bộ nhớ đệm bị xóa quá sớm.",
    "Mùa xuân năm ngoái chúng tôi chuyển đến một ngôi nhà nhỏ hơn gần dòng sông. Khu vườn hoang dại, hàng xóm tốt bụng, và buổi tối nghe được tiếng tàu chạy qua cầu sắt cũ.",
  ],
  Indonesian: [
    "Bisakah kamu melihat proses build yang gagal tadi pagi? Pengujian kedua melewati batas waktu di mesin yang lambat, dan saya curiga cache dihapus terlalu cepat.",
    "Musim semi lalu kami pindah ke rumah yang lebih kecil di dekat sungai. Kebunnya liar, para tetangga ramah, dan pada malam yang sepi terdengar kereta melintasi jembatan besi tua.",
  ],
  Russian: [
    "Посмотри, пожалуйста, сборку, которая упала сегодня утром. Второй тест не укладывается во время на медленной машине, и я подозреваю, что кэш очищается слишком рано.",
    "Прошлой весной мы переехали в дом поменьше у реки. Сад зарос, соседи приветливы, а тихими вечерами слышно, как поезда идут по старому железному мосту.",
  ],
  Ukrainian: [
    "Чи можеш подивитися на збірку, яка не вдалася сьогодні вранці? Другий тест перевищує час на повільній машині, і я підозрюю, що кеш очищується занадто рано.",
    "Минулої весни ми переїхали до меншого будинку біля річки. Сад заріс, сусіди привітні, а тихими вечорами чути, як потяги їдуть старим залізним мостом.",
  ],
  Greek: [
    "Μπορείς να δεις τη μεταγλώττιση που απέτυχε σήμερα το πρωί; Η δεύτερη δοκιμή ξεπερνά το όριο χρόνου στο αργό μηχάνημα και υποψιάζομαι ότι η κρυφή μνήμη αδειάζει πολύ νωρίς.",
    "Την περασμένη άνοιξη μετακομίσαμε σε ένα μικρότερο σπίτι κοντά στο ποτάμι. Ο κήπος είναι άγριος, οι γείτονες ευγενικοί και τα βράδια ακούγονται τα τρένα.",
  ],
  Arabic: [
    "هل يمكنك النظر في عملية البناء التي فشلت هذا الصباح؟ الاختبار الثاني يتجاوز المهلة على الجهاز البطيء، وأشك أن الذاكرة المؤقتة تمسح مبكرا جدا.",
    "انتقلنا في الربيع الماضي إلى بيت أصغر قرب النهر. الحديقة برية والجيران طيبون، وفي الأمسيات الهادئة نسمع القطارات تعبر الجسر الحديدي القديم.",
  ],
  Hindi: [
    "क्या आप आज सुबह विफल हुए बिल्ड को देख सकते हैं? दूसरा परीक्षण धीमी मशीन पर समय सीमा पार कर जाता है, और मुझे लगता है कि कैश बहुत जल्दी साफ़ हो जाता है।",
    "पिछले वसंत में हम नदी के पास एक छोटे घर में आ गए। बगीचा जंगली है, पड़ोसी दयालु हैं, और शांत शामों में पुराने लोहे के पुल से गुज़रती रेलगाड़ियाँ सुनाई देती हैं।",
  ],
  Thai: [
    "ช่วยดูการสร้างที่ล้มเหลวเมื่อเช้านี้ได้ไหม การทดสอบที่สองหมดเวลาบนเครื่องที่ช้า และฉันสงสัยว่าแคชถูกล้างเร็วเกินไป",
    "ฤดูใบไม้ผลิที่แล้วเราย้ายมาอยู่บ้านหลังเล็กใกล้แม่น้ำ สวนรกมาก เพื่อนบ้านใจดี และในตอนเย็นที่เงียบสงบจะได้ยินเสียงรถไฟข้ามสะพานเหล็กเก่า",
  ],
  Chinese: [
    "你能看一下今天早上失败的构建吗?第二个测试在慢的机器上超时了,我怀疑缓存被清除得太早。请用几句话总结两个最可能的原因,并说明怎样验证。",
    "去年春天我们搬到了河边一座更小的房子。花园很荒芜,邻居很和善,安静的晚上可以听见火车从远处的旧铁桥上驶过,孩子们都很喜欢这里。",
  ],
  Japanese: [
    "今朝失敗したビルドを見てもらえますか。二番目のテストが遅いマシンで時間切れになり、キャッシュの消去が早すぎるのではないかと思います。原因を短くまとめてください。",
    "去年の春、私たちは川の近くの小さな家に引っ越しました。庭は荒れていますが、隣の人は親切で、静かな夜には古い鉄橋を渡る電車の音が聞こえます。",
  ],
  Korean: [
    "오늘 아침에 실패한 빌드를 봐 줄 수 있나요? 두 번째 테스트가 느린 기계에서 시간을 초과하는데, 캐시가 너무 일찍 지워지는 것 같습니다.",
    "지난봄에 우리는 강가의 더 작은 집으로 이사했습니다. 정원은 거칠지만 이웃들은 친절하고, 조용한 저녁에는 오래된 철교를 지나는 기차 소리가 들립니다.",
  ],
};

const rows = (count, row) => Array.from({ length: count }, (_, place) => row(place));
const order = (place) => ({
  id: 1000 + place,
  customer: { name: `Customer ${place}`, city: place % 2 ? "Oslo" : "Porto", vip: place % 3 === 0 },
  lines: [{ sku: `AB-${place * 7}`, quantity: place + 1, price: 9.95 + place }],
});
/** Looks random, and is the same everywhere. */
const digest = (place) => (Math.imul(place + 1, 2654435761) >>> 0).toString(16).padStart(8, "0");
const tool = (name) => ({
  type: "function",
  function: {
    name,
    description: `Does ${name} in the workspace and returns what it found.`,
    parameters: {
      type: "object",
      properties: { path: { type: "string", description: "Where to look." }, limit: { type: "integer" } },
      required: ["path"],
      additionalProperties: false,
    },
  },
});

const CODE = {
  TypeScript: `export async function readAll(stream: AsyncIterable<Uint8Array>, limit = 65_536): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    if (size > limit) throw new RangeError(\`more than \${limit} bytes\`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}`,
  Python: `def moving_average(values, width=5):
    """Yields the average of the last values."""
    window = []
    for value in values:
        window.append(value)
        if len(window) > width:
            window.pop(0)
        yield sum(window) / len(window)


if __name__ == "__main__":
    print(list(moving_average([1, 2, 3, 4, 5, 6], width=3)))
`,
  C: `static int compare_entries(const void *left, const void *right) {
    const struct entry *a = left, *b = right;
    if (a->weight != b->weight) return a->weight < b->weight ? 1 : -1;
    return strcmp(a->name, b->name);
}

#define MAX_ENTRIES 128
size_t sort_entries(struct entry *list, size_t count) {
    qsort(list, count, sizeof(*list), compare_entries);
    return count > MAX_ENTRIES ? MAX_ENTRIES : count;
}`,
  Go: `func (s *Server) handleUpload(w http.ResponseWriter, r *http.Request) {
	defer r.Body.Close()
	data, err := io.ReadAll(io.LimitReader(r.Body, maxUpload))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	s.files[r.URL.Path] = data
	s.mu.Unlock()
	w.WriteHeader(http.StatusNoContent)
}`,
  Rust: `impl<T: Clone> Ring<T> {
    pub fn push(&mut self, value: T) -> Option<T> {
        let dropped = if self.items.len() == self.capacity { self.items.pop_front() } else { None };
        self.items.push_back(value);
        dropped
    }
    pub fn iter(&self) -> impl Iterator<Item = &T> + '_ {
        self.items.iter().rev().take(self.capacity)
    }
}`,
  SQL: `SELECT c.name, COUNT(*) AS orders, SUM(l.quantity * l.price) AS total
FROM customers AS c
JOIN orders AS o ON o.customer_id = c.id
JOIN order_lines AS l ON l.order_id = o.id
WHERE o.created_at >= DATE '2026-01-01' AND c.country IN ('NO', 'PT')
GROUP BY c.name
HAVING SUM(l.quantity * l.price) > 1000
ORDER BY total DESC LIMIT 20;`,
  Shell: `set -euo pipefail
for file in "$@"; do
  name=$(basename "$file" .tar.gz)
  mkdir -p "out/$name"
  tar -xzf "$file" -C "out/$name" --strip-components=1
  find "out/$name" -name '*.log' -print0 | xargs -0 grep -c ERROR | sort -t: -k2 -nr | head -5
done`,
  HTML: `<table class="prices">
  <thead><tr><th scope="col">Item</th><th scope="col">Price</th></tr></thead>
  <tbody>
    <tr><td><a href="/items/17">Lamp</a></td><td data-value="19.90">19.90</td></tr>
    <tr><td><a href="/items/18">Chair</a></td><td data-value="49.00">49.00</td></tr>
  </tbody>
</table>`,
  CSS: `.card { display: grid; grid-template-columns: 8rem 1fr; gap: 0.75rem; padding: 1rem 1.25rem; border: 1px solid #d0d7de; }
.card > header { font-weight: 600; color: rgb(36 41 47 / 90%); }
@media (max-width: 40em) { .card { grid-template-columns: 1fr; } }`,
  Markdown: `## Release notes

- **Faster start**: the index is read lazily, see [the guide](docs/guide.md#index).
- \`--limit N\` now counts lines, not bytes.

| flag | meaning | default |
|------|---------|---------|
| \`--limit\` | most lines to print | 200 |
| \`--color\` | when to use colours | auto |
`,
  YAML: `name: build
on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix: { node: [20, 22, 24] }
    steps:
      - uses: actions/checkout@v4
      - run: npm ci && npm test -- --reporter=dot
`,
  "JSON, pretty": JSON.stringify(rows(6, order), null, 2),
  "JSON, one line": JSON.stringify(rows(12, order)),
  "tool schemas": JSON.stringify(["read_file", "list_folder", "search_text", "apply_patch"].map(tool)),
  CSV: rows(
    30,
    (place) => `${place},2026-03-${10 + (place % 20)},${(place * 37) % 1000},${(place * 1.7).toFixed(3)}`,
  ).join("\n"),
  log: rows(
    14,
    (place) =>
      `2026-11-15T09:${10 + place}:07.${100 + place * 3}Z WARN [pool-${place % 4}] request ${digest(place)} took ${place * 113} ms, status=503`,
  ).join("\n"),
  diff: `diff --git a/src/queue.ts b/src/queue.ts
index 3b18e51..9c4f0aa 100644
--- a/src/queue.ts
+++ b/src/queue.ts
@@ -14,7 +14,9 @@ export class Queue<T> {
-  take(): T | undefined { return this.#items.shift(); }
+  take(): T | undefined {
+    return this.#head < this.#items.length ? this.#items[this.#head++] : undefined;
+  }
`,
  hexadecimal: rows(30, digest).join(""),
  base64: Buffer.from(rows(30, digest).join(" ").replace(/\d/g, "ü")).toString("base64"),
  "stack trace": `TypeError: Cannot read properties of undefined (reading 'length')
    at measure (file:///srv/app/dist/layout/measure.js:41:23)
    at Layout.place (file:///srv/app/dist/layout/layout.js:118:14)
    at async render (file:///srv/app/dist/render.js:77:5)
    at async Server.<anonymous> (file:///srv/app/dist/server.js:25:20)`,
};

export const texts = [
  ...Object.entries(LANGUAGES).flatMap(([kind, both]) => both.map((text) => ({ kind, text }))),
  ...Object.entries(CODE).map(([kind, text]) => ({ kind, text })),
];
