// Plays script files with std::priority_queue. Orders on standard input: `take FILE` loads a script and prints checksums of
// the ids popped by the script and afterwards; `play NUMBER` plays a loaded script and prints the nanoseconds and the
// checksum; `forget` drops the scripts.

#include <chrono>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <queue>
#include <string>
#include <vector>

struct Entry {
  double key;
  uint32_t stamp;
  int32_t id;
};

struct Later {
  bool operator()(const Entry &a, const Entry &b) const {
    return a.key > b.key || (a.key == b.key && a.stamp > b.stamp);
  }
};

class Queue {
public:
  void push(int32_t id, double key) { entries.push({key, stamps++, id}); }

  int32_t pop() {
    if (entries.empty()) return -1;
    const int32_t id = entries.top().id;
    entries.pop();
    return id;
  }

private:
  std::priority_queue<Entry, std::vector<Entry>, Later> entries;
  uint32_t stamps = 0;
};

enum Kind : uint8_t { PUSH = 0, POP = 1, HOLD = 4 };

struct Script {
  std::vector<double> fillKeys, keys;
  std::vector<int32_t> ids;
  std::vector<uint8_t> kinds;
};

template <typename T> void read(std::ifstream &file, std::vector<T> &column, int32_t length) {
  column.resize(length);
  file.read(reinterpret_cast<char *>(column.data()), length * sizeof(T));
}

bool load(const std::string &path, Script &script) {
  std::ifstream file(path, std::ios::binary);
  int32_t lengths[2];
  file.read(reinterpret_cast<char *>(lengths), sizeof lengths);
  if (!file) return false;
  read(file, script.fillKeys, lengths[0]);
  read(file, script.keys, lengths[1]);
  read(file, script.ids, lengths[1]);
  read(file, script.kinds, lengths[1]);
  return bool(file);
}

void fill(Queue &queue, const Script &script) {
  for (size_t id = 0; id < script.fillKeys.size(); id++) queue.push(int32_t(id), script.fillKeys[id]);
}

uint32_t play(Queue &queue, const Script &script) {
  uint32_t sum = 0;
  for (size_t i = 0; i < script.kinds.size(); i++) {
    if (script.kinds[i] == PUSH) {
      queue.push(script.ids[i], script.keys[i]);
    } else {
      const int32_t id = queue.pop();
      sum = sum * 31 + uint32_t(id);
      if (script.kinds[i] == HOLD) queue.push(id, script.keys[i]);
    }
  }
  return sum;
}

uint32_t drain(Queue &queue) {
  uint32_t sum = 0;
  for (int count = 0; count < 20000; count++) {
    const int32_t id = queue.pop();
    sum = sum * 31 + uint32_t(id);
    if (id < 0) break;
  }
  return sum;
}

int main() {
  std::vector<Script> scripts;
  std::string order, argument;
  while (std::cin >> order) {
    if (order == "forget") {
      scripts.clear();
      continue;
    }
    std::cin >> std::ws;
    std::getline(std::cin, argument);
    Queue queue;
    if (order == "take") {
      scripts.emplace_back();
      if (!load(argument, scripts.back())) {
        std::cerr << argument << " is not a script file" << std::endl;
        return 1;
      }
      fill(queue, scripts.back());
      const uint32_t played = play(queue, scripts.back());
      std::cout << int32_t(played) << ' ' << int32_t(drain(queue)) << std::endl;
    } else if (order == "play") {
      const Script &script = scripts.at(std::stoul(argument));
      fill(queue, script);
      const auto started = std::chrono::steady_clock::now();
      const uint32_t played = play(queue, script);
      const std::chrono::nanoseconds spent = std::chrono::steady_clock::now() - started;
      std::cout << spent.count() << ' ' << int32_t(played) << std::endl;
    } else {
      std::cerr << "there is no order " << order << std::endl;
      return 1;
    }
  }
}
