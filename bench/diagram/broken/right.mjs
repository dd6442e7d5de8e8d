// Diagrams as a model writes them when it makes no mistake: what the broken ones are made from and compared with.
export const right = {
  flowchart: [
    'flowchart TD\n  A["Start (request)"] --> B{"Is it valid?"}\n  B -->|"yes (200)"| C["Handle it"]\n  B -->|no| D["Reject: 400"]\n  C --> E["Write to DB"]\n  D --> F["Done"]\n  E --> F',
    'flowchart LR\n  user["User"] --> web["Web app (React)"]\n  web --> api["API /v1/items"]\n  subgraph backend["Backend"]\n    api --> db[("PostgreSQL (main)")]\n    api --> cache["Cache [Redis]"]\n  end\n  cache --> db',
    'flowchart TD\n  subgraph one["First part"]\n    a1["Load data"] --> a2["Clean data"]\n  end\n  subgraph two["Second part"]\n    b1["Train model"] --> b2["Evaluate (F1)"]\n  end\n  a2 --> b1\n  b2 --> c["Report"]',
    'flowchart TD\n  login["Login page"] --> check{"Password ok?"}\n  check -->|yes| home["Home"]\n  check -->|no| error["Error: try again"]\n  error --> login\n  home --> finish["end"]',
    'flowchart LR\n  A["Client"] --> B["Load balancer"]\n  B --> C["Server 1 (eu-west)"]\n  B --> D["Server 2 (us-east)"]\n  C --> E["Queue {jobs}"]\n  D --> E\n  E --> F["Worker"]',
    'flowchart TD\n  plan["Plan"] --> build["Build & test"]\n  build --> review{"Approved?"}\n  review -->|yes| deploy["Deploy (prod)"]\n  review -->|no| plan\n  deploy --> watch["Monitor: logs, metrics"]',
  ],
  sequence: [
    "sequenceDiagram\n  participant U as User\n  participant S as Server\n  U->>S: GET /items\n  alt found\n    S-->>U: 200 OK\n  else missing\n    S-->>U: 404 Not Found\n  end\n  Note over U,S: done",
    "sequenceDiagram\n  participant A as App\n  participant Q as Queue\n  participant W as Worker\n  A->>Q: push job\n  loop every minute\n    W->>Q: poll\n    Q-->>W: job\n  end\n  W-->>A: result",
    "sequenceDiagram\n  Alice->>Bob: Hello Bob\n  Bob-->>Alice: Hi Alice\n  opt small talk\n    Alice->>Bob: How are you?\n  end\n  Bob->>Alice: Goodbye",
  ],
  state: [
    "stateDiagram-v2\n  [*] --> Idle\n  Idle --> Running: start\n  Running --> Idle: stop\n  Running --> Failed: error\n  Failed --> [*]",
    "stateDiagram-v2\n  [*] --> Draft\n  Draft --> Review: submit\n  Review --> Draft: reject\n  Review --> Published: approve\n  Published --> [*]",
  ],
  class: [
    "classDiagram\n  class Animal {\n    +String name\n    +eat() void\n  }\n  class Dog\n  Animal <|-- Dog\n  Dog --> Bone : has",
    "classDiagram\n  class Order {\n    +int id\n    +total() float\n  }\n  class Item\n  Order *-- Item\n  Order --> Customer : belongs to",
  ],
  er: [
    'erDiagram\n  CUSTOMER ||--o{ ORDER : places\n  ORDER ||--|{ LINE : "consists of"\n  CUSTOMER {\n    string name\n    int id PK\n  }',
    'erDiagram\n  AUTHOR ||--o{ BOOK : writes\n  BOOK }o--|| PUBLISHER : "is published by"\n  BOOK {\n    string title\n    int year\n  }',
  ],
  pie: [
    'pie title Pets\n  "Dogs" : 386\n  "Cats" : 85\n  "Rats" : 15',
    'pie title Budget\n  "Rent" : 45\n  "Food" : 30\n  "Other" : 25',
  ],
};
